import type { JsonDocument } from "../core/json.ts";
import type { SourceText } from "../core/source-text.ts";

export function parseJson(source: SourceText): JsonDocument {
  return { problems: source.text === "" ? [] : [] };
}
