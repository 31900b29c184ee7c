import { readSimpleYaml } from "../../core/simple-yaml.ts";
import type { Field } from "../../model/frontmatter.ts";
import type { SourceText } from "../../core/source-text.ts";
import { toFields } from "./fields.ts";

// By hand: most frontmatter is flat, and the library takes half a millisecond for each; parse-plain.test.ts holds it to the library.
/** Reads frontmatter without the YAML library. Undefined where the answer might not be the same as the gate's in every value, range and style. */
export function readPlain(
  source: SourceText,
  start: number,
  end: number,
): ReadonlyMap<string, Field> | undefined {
  const pairs = readSimpleYaml(source.text.slice(start, end));
  return pairs && toFields(pairs, { source, base: start, anchors: new Map(), problems: [] });
}
