import { limits } from "../model/limits.ts";
import type { Frontmatter, ParseProblem, YamlDocument } from "../model/frontmatter.ts";
import type { SourceText } from "../core/source-text.ts";
import { findControls } from "./controls.ts";
import { linesBetween, type Span } from "./lines.ts";
import { readPlain } from "./yaml/plain.ts";
import { salvageAll } from "./yaml/salvage.ts";
import { validateFrontmatter } from "./schema.ts";
import { toValue } from "./yaml/yaml-fields.ts";
import { readYaml } from "./yaml/yaml-reader.ts";

/** Reads the text between the fences. Whatever is wrong with it, the fields that can be read are there. */
export function readFrontmatter(
  source: SourceText,
  content: Span,
  closing: Span,
): { readonly frontmatter: Frontmatter; readonly problems: readonly ParseProblem[] } {
  const { fields, problems } = readFields(source, content);
  const frontmatter = {
    range: source.range(content.start, content.end),
    closing: source.range(closing.start, closing.end),
    fields,
    get schemaProblems() {
      return validateFrontmatter(toValue(fields.values()));
    },
  };
  return { frontmatter, problems };
}

/** The fields of YAML, as far as it is within the limits. */
export function readFields(source: SourceText, content: Span): YamlDocument {
  const excess = findExcess(source, content);
  if (excess)
    return {
      fields: salvageAll(
        source,
        content.start,
        withinLimits(source.text, content.start, content.end),
        "certain",
      ),
      problems: [excess],
    };
  const plain = readPlain(source, content.start, content.end);
  if (plain) return { fields: plain, problems: [] };
  const { fields, problems } = readYaml(source, content.start, content.end);
  return { fields, problems: [...findControls(source, content), ...problems] };
}

function findExcess(source: SourceText, { start, end }: Span): ParseProblem | undefined {
  // No line is shorter than its break, and no character longer than three bytes.
  if (end - start <= limits.frontmatterLines) return undefined;
  const range = source.range(start, end);
  const bytes = range.end.byteOffset - range.start.byteOffset;
  const lines = range.end.line - range.start.line;
  if (bytes <= limits.frontmatterBytes && lines <= limits.frontmatterLines) return undefined;
  const message = `the frontmatter has ${lines} lines and ${bytes} bytes, and is read only up to ${limits.frontmatterLines} lines and ${limits.frontmatterBytes} bytes`;
  return { kind: "too-large", message, range };
}

/** Where the last line within the limits ends. */
function withinLimits(text: string, start: number, end: number): number {
  let stop = start;
  let lines = 0;
  for (const line of linesBetween(text, start, Math.min(end, start + limits.frontmatterBytes))) {
    if (++lines > limits.frontmatterLines) break;
    stop = line.end;
  }
  return stop;
}
