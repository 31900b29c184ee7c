import type { JsonNode, JsonObject } from "../../core/json.ts";
import type { EvalCase, EvalCheck } from "./eval-file.ts";
import { itemsAt, placedTextsAt, placeOf, textAt, textOf, valueAt } from "./nodes.ts";
import { readSentence } from "./sentences.ts";

/**
 * Reads an eval of the guide ("assertions") or of skill-creator ("expectations"); if it has both, all of them are
 * read.
 */
export function readEval(node: JsonObject, number: number): EvalCase {
  const prompt = textAt(node, "prompt");
  const checks = [...itemsAt(node, "assertions"), ...itemsAt(node, "expectations")].flatMap(readAssertion);
  return {
    id: textAt(node, "id", "name", "eval_name") ?? String(number),
    ...(prompt !== undefined && { prompt }),
    files: placedTextsAt(node, "files"),
    checks: [...prose(node, "expected_output"), ...checks],
  };
}

/** Reads an eval in the older format. */
export function readLegacyEval(node: JsonObject, number: number): EvalCase {
  const prompt = textAt(node, "query");
  return {
    id: textAt(node, "id", "name") ?? String(number),
    ...(prompt !== undefined && { prompt }),
    files: placedTextsAt(node, "files"),
    checks: itemsAt(node, "expected_behavior").flatMap(readAssertion),
  };
}

/** Reads an assertion: a sentence, or an object that contains one. */
function readAssertion(node: JsonNode): readonly EvalCheck[] {
  const text = textOf(node) ?? textAt(node, "text", "assertion", "expectation", "description", "name");
  const at = placeOf(node);
  if (text === undefined) return [{ kind: "open", text: "", reason: "the assertion is not a sentence", at }];
  return readSentence(text).map((checked) => ({ ...checked, text, at }));
}

/** Reads the description of a whole answer, which only a human or a model can judge. */
function prose(node: JsonObject, key: string): readonly EvalCheck[] {
  const value = valueAt(node, key);
  const text = textOf(value);
  return value && text !== undefined && text.trim() !== ""
    ? [
        {
          kind: "open",
          text,
          reason: "a description of the answer needs a human or a model to judge it",
          at: placeOf(value),
        },
      ]
    : [];
}
