import type { JsonNode, JsonObject } from "../../core/json.ts";
import type { EvalCase, EvalCheck } from "./eval-file.ts";
import { itemsAt, objectsIn, placeOf, textAt } from "./nodes.ts";

/** The tasks of mgechev/skillgrade. Its graders are programs or models, so they are never decided here. */
export function readSkillgrade(root: JsonNode): readonly EvalCase[] {
  return objectsIn(itemsAt(root, "tasks")).map((task, index) => {
    const prompt = textAt(task, "instruction");
    return {
      id: textAt(task, "name") ?? String(index + 1),
      ...(prompt !== undefined && { prompt }),
      files: [],
      checks: objectsIn(itemsAt(task, "graders")).map(readGrader),
    };
  });
}

function readGrader(grader: JsonObject): EvalCheck {
  const type = textAt(grader, "type") ?? "";
  const reason = type === "deterministic" ? "programs in evals are not run" : "needs a model to judge it";
  return { kind: "open", text: `${type} grader`, reason, at: placeOf(grader) };
}
