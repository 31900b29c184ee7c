import type { Range } from "../core/place.ts";
import type { SourceText } from "../core/source-text.ts";
import schemas from "../generated/schemas.cjs";
import type { Frontmatter, ParseProblem, SchemaProblem, YamlDocument } from "../model/frontmatter.ts";
import { limits } from "../model/limits.ts";
import { linesBetween, type Span } from "../core/lines.ts";
import { readPlain, toValue } from "../yaml/ours/fields.ts";
import { readYaml } from "../yaml/ours/reader.ts";
import { withoutSafety } from "../yaml/ours/remedies.ts";
import { salvageAll } from "../yaml/ours/salvage.ts";

/** Reads the text between the fences. Returns all fields that can be read, whatever else is wrong. */
export function readFrontmatter(
  source: SourceText,
  content: Span,
  closing: Span,
): { readonly frontmatter: Frontmatter; readonly problems: readonly ParseProblem[] } {
  const { fields, problems } = readFields(source, content);
  const range = source.range(content.start, content.end);
  return {
    frontmatter: new LazyFrontmatter(range, source.range(closing.start, closing.end), fields),
    problems,
  };
}

class LazyFrontmatter implements Frontmatter {
  readonly range: Range;
  readonly closing: Range;
  readonly fields: Frontmatter["fields"];

  constructor(range: Range, closing: Range, fields: Frontmatter["fields"]) {
    this.range = range;
    this.closing = closing;
    this.fields = fields;
  }

  get schemaProblems(): readonly SchemaProblem[] {
    return validateFrontmatter(toValue(this.fields.values()));
  }
}

/** The fields of the part of the YAML that is within the limits. */
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
  const found = findControls(source, content);
  // Other clients refuse YAML with these characters, so that it stays invalid without the other mistakes.
  return { fields, problems: found.length > 0 ? [...found, ...problems.map(withoutSafety)] : problems };
}

function findExcess(source: SourceText, { start, end }: Span): ParseProblem | undefined {
  // A text with so few characters cannot exceed either limit: a line has at least one character, its break, and a
  // character has at most three bytes.
  if (end - start <= limits.frontmatterLines) return undefined;
  const range = source.range(start, end);
  const bytes = range.end.byteOffset - range.start.byteOffset;
  const lines = range.end.line - range.start.line;
  if (bytes <= limits.frontmatterBytes && lines <= limits.frontmatterLines) return undefined;
  const message = `frontmatter has ${lines} lines and ${bytes} bytes; at most ${limits.frontmatterLines} lines and ${limits.frontmatterBytes} bytes are read`;
  return { kind: "too-large", message, range };
}

/** End of the last line within the limits. */
function withinLimits(text: string, start: number, end: number): number {
  let stop = start;
  let lines = 0;
  for (const line of linesBetween(text, start, Math.min(end, start + limits.frontmatterBytes))) {
    if (++lines > limits.frontmatterLines) break;
    stop = line.end;
  }
  return stop;
}

/**
 * Characters that YAML parsers may reject: control characters other than tab, LF and CR, a byte-order mark inside the
 * text, and unpaired surrogates.
 */
const controls = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\ufeff\p{Cs}]+/gu;

const mostReported = 10;

/** One problem for each run of these characters; at most ten are listed. */
export function findControls(source: SourceText, { start, end }: Span): readonly ParseProblem[] {
  const problems: ParseProblem[] = [];
  for (const { 0: run, index } of source.text.slice(start, end).matchAll(controls)) {
    if (problems.length === mostReported) break;
    const range = source.range(start + index, start + index + run.length);
    problems.push({
      kind: "control-character",
      message: `frontmatter contains ${describe(run)}`,
      range,
      remedy: { title: "Remove it", edits: [{ range, text: "" }] },
    });
  }
  return problems;
}

function describe(run: string): string {
  const code = run.codePointAt(0)!;
  const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const kind =
    code === 0xfeff
      ? "a byte-order mark"
      : code >= 0xd800 && code < 0xe000
        ? "an unpaired surrogate"
        : "a control character";
  return run.length === 1
    ? `${kind} (${name})`
    : `${run.length} control characters in a row (the first is ${name})`;
}

/** The differences between the frontmatter and schemas/frontmatter.schema.json. All its scalars are strings. */
function validateFrontmatter(value: unknown): readonly SchemaProblem[] {
  if (schemas.frontmatter(value)) return [];
  return (schemas.frontmatter.errors ?? []).map(({ instancePath, keyword, params }) => ({
    pointer: instancePath,
    keyword,
    params,
  }));
}
