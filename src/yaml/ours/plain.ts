import { readSimpleYaml } from "../simple.ts";
import type { Field } from "../../model/frontmatter.ts";
import type { SourceText } from "../../core/source-text.ts";
import { toFields } from "./fields.ts";

// Hand-written: most frontmatter is flat, and the library takes half a millisecond for each. parse-plain.test.ts
// compares the results.
/**
 * Parses frontmatter without the YAML library. Undefined if the result could differ from the library's in a value, a
 * range or a style.
 */
export function readPlain(
  source: SourceText,
  start: number,
  end: number,
): ReadonlyMap<string, Field> | undefined {
  const pairs = readSimpleYaml(source.text.slice(start, end));
  return pairs && toFields(pairs, { source, base: start, anchors: new Map(), problems: [] });
}
