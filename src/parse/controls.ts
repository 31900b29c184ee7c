import type { ParseProblem } from "../model/frontmatter.ts";
import type { SourceText } from "../core/source-text.ts";
import type { Span } from "./lines.ts";

/** Control characters but tab, LF and CR; a byte-order mark inside the text; halves of surrogate pairs. No YAML parser need accept them. */
const controls = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\ufeff\p{Cs}]+/gu;

const mostReported = 10;

/** Each run of such characters is one problem; past the tenth none is listed. */
export function findControls(source: SourceText, { start, end }: Span): readonly ParseProblem[] {
  const problems: ParseProblem[] = [];
  for (const { 0: run, index } of source.text.slice(start, end).matchAll(controls)) {
    if (problems.length === mostReported) break;
    const range = source.range(start + index, start + index + run.length);
    problems.push({
      kind: "control-character",
      message: `${describe(run)} stands in the frontmatter, where only printable text may`,
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
        ? "half of a surrogate pair"
        : "a control character";
  return run.length === 1
    ? `${kind} (${name})`
    : `a run of ${run.length} control characters (the first is ${name})`;
}
