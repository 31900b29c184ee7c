import type { JsonDocument, JsonMember, JsonNode, JsonProblem } from "../../core/json.ts";
import type { SourceText } from "../../core/source-text.ts";
import { type ComposedYaml, composeYaml, type YamlNode, type YamlPair } from "./gate.ts";
import { yamlVerdict } from "./verdict.ts";

/**
 * A YAML document as JSON values, according to the core schema of YAML 1.2: "yes" is a string and "true" is a
 * boolean. Ranges are those of the text. Tags are ignored, and an alias can refer only to a scalar.
 */
export function parseYamlTree(source: SourceText): JsonDocument {
  const composed = composeYaml(source.text);
  const problems: JsonProblem[] = [...syntaxProblems(source, composed)];
  if (problems.length > 0 || !composed.root) return { problems };
  const root = toNode(composed.root, { source, anchors: composed.anchors, problems });
  return { root, problems };
}

interface Reading {
  readonly source: SourceText;
  readonly anchors: ReadonlyMap<string, string>;
  readonly problems: JsonProblem[];
}

function syntaxProblems(
  source: SourceText,
  { errors, unclosed, openQuote, excess, features }: ComposedYaml,
): readonly JsonProblem[] {
  if (excess)
    return [
      {
        kind: "depth",
        message: excess.limit === "yamlDepth" ? "values are nested too deep" : "too many values",
        range: source.range(excess.at, excess.at),
      },
    ];
  const second = features.find(({ kind }) => kind === "document");
  if (second)
    return [
      {
        kind: "syntax",
        message: "file contains a second YAML document",
        range: source.range(second.start, second.end),
      },
    ];
  const [first] = errors;
  if (!first) return [];
  if (openQuote !== undefined && openQuote <= first.start)
    return [
      {
        kind: "syntax",
        message: "invalid YAML: this quote is never closed",
        range: source.range(openQuote, openQuote + 1),
      },
    ];
  const verdict = yamlVerdict(source);
  const message =
    ("fault" in verdict ? verdict.fault?.message : undefined) ??
    "invalid YAML: this line does not continue the lines above";
  const at = Math.min(unclosed ?? first.start, first.start, source.text.length);
  return [{ kind: "syntax", message, range: source.range(at, at) }];
}

function toNode(node: YamlNode, reading: Reading): JsonNode {
  const range = reading.source.range(node.start, node.end);
  switch (node.kind) {
    case "map":
      return { kind: "object", range, members: node.pairs.map((pair) => toMember(pair, reading)) };
    case "list":
      return { kind: "array", range, items: node.items.map((item) => toNode(item, reading)) };
    case "alias": {
      const value = reading.anchors.get(node.anchor);
      if (value === undefined)
        reading.problems.push({
          kind: "syntax",
          message: "alias does not refer to a string; write the value itself",
          range,
        });
      return { kind: "string", range, value: value ?? "" };
    }
    case "scalar":
      return { ...toScalar(node.value, node.style === "plain" || node.style === "empty"), range };
  }
}

function toMember({ key, value }: YamlPair, reading: Reading): JsonMember {
  return {
    key: key.kind === "scalar" ? key.value : "",
    keyRange: reading.source.range(key.start, key.end),
    value: toNode(value, reading),
  };
}

type Scalar =
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "null" };

/** YAML 1.2.2 §10.3.2 (core schema): integers may be octal or hexadecimal. */
function toScalar(value: string, plain: boolean): Scalar {
  if (!plain) return { kind: "string", value };
  if (/^(?:~|null|Null|NULL|)$/.test(value)) return { kind: "null" };
  if (/^(?:true|True|TRUE)$/.test(value)) return { kind: "boolean", value: true };
  if (/^(?:false|False|FALSE)$/.test(value)) return { kind: "boolean", value: false };
  if (/^(?:[-+]?(?:\d+|\d*\.\d+|\d+\.)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[\da-fA-F]+)$/.test(value))
    return { kind: "number", value: Number(value) };
  return { kind: "string", value };
}
