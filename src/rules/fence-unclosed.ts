import type { CodeFence } from "../model/body.ts";
import { isMarkdown } from "../core/paths.ts";
import type { Range } from "../core/place.ts";
import type { Finding } from "../model/rule.ts";
import { count } from "../core/sentence.ts";
import type { SourceText } from "../core/source-text.ts";
import type { TextFile } from "../model/text-file.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "fence-unclosed",
    category: "clarity",
    origin: "guidance",
    source: "https://spec.commonmark.org/0.31.2/#fenced-code-blocks",
    summary: "Reports a code block that is never closed.",
    why: "All that follows it in the file counts as code: headings, links and instructions are read as part of a sample.",
    remedy:
      "Close the block with as many marks as it was opened with, on a line of their own. A block that shows other blocks needs more marks than they have: four around three.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    skill.texts
      .filter((file) => isMarkdown(file.path) && mayStayOpen(file.bytes) && skill.graph.read.has(file.path))
      .flatMap(findings),
});

function findings({ path, source, body }: TextFile): readonly Finding[] {
  const open = body.fences.at(-1);
  if (!open || open.closed || open.range.end.offset < source.text.trimEnd().length) return [];
  const { start } = open.range;
  const end = start.offset + source.line(start.line).length - start.column + 1;
  const behind = source.slice(open.content).trimEnd();
  const lines = behind.split("\n").length;
  const cause = open.language === "" ? endedEarly(source, body.fences.slice(0, -1)) : undefined;
  const what =
    behind.trim() === ""
      ? "opens a code block at the end of the file, with nothing in it"
      : `opens a code block that is never closed: ${count(lines, "line")} behind it ${lines === 1 ? "is" : "are"} code`;
  const why = cause
    ? `, as the block of line ${cause.range.start.line} ended at line ${cause.range.end.line}, expected ${cause.expected} around that one`
    : "";
  return [
    {
      file: path,
      range: source.range(start.offset, end),
      message: `this fence ${what}${why}`,
      ...(cause && { related: [{ file: path, range: cause.range }] }),
    },
  ];
}

interface Ended {
  readonly range: Range;
  /** What would have held it together. */
  readonly expected: string;
}

/**
 * The block that another was begun in, and that ended where this one was to: what was meant for its own end opens a new one. From there on
 * ends open blocks, which have no language, and beginnings stand in them.
 */
function endedEarly(source: SourceText, fences: readonly CodeFence[]): Ended | undefined {
  const found = fences.flatMap(({ range, content, closed, language }) => {
    const mark = closed ? /^(?:`+|~+)/.exec(source.slice(range))?.[0] : undefined;
    const inner =
      mark === undefined
        ? []
        : Array.from(source.slice(content).matchAll(begun), ([, marks = ""]) => marks).filter((marks) =>
            marks.startsWith(mark),
          );
    return inner.length === 0
      ? []
      : [
          {
            range,
            language,
            expected: count(
              Math.max(...inner.map(({ length }) => length)) + 1,
              mark?.startsWith("~") ? "tilde" : "backtick",
            ),
          },
        ];
  });
  return found.findLast(({ language }) => language !== "") ?? found[0];
}

/** A line that would open a block, were it not in one: with a word behind the marks it closes none. */
const begun = /^[ \t>]{0,16}(`{3,}(?=[ \t]*[\w{][^`\n]*$)|~{3,}(?=[ \t]*[\w{]))/gm;

/** Counts fences without a look at quotes and lists: a file that they leave open is worth reading. */
function mayStayOpen(text: string): boolean {
  if (text.includes("~~~")) return true;
  let open = 0;
  for (let at = text.indexOf("```"), end = 0; at >= 0; at = text.indexOf("```", end)) {
    end = at + 3;
    while (text.charCodeAt(end) === 96) end++;
    if (!beginsLine(text, at)) continue;
    const lineEnd = text.indexOf("\n", end);
    const rest = text.slice(end, lineEnd < 0 ? text.length : lineEnd);
    if (open === 0) open = rest.includes("`") ? 0 : end - at;
    else if (end - at >= open && rest.trim() === "") open = 0;
  }
  return open > 0;
}

/** Behind nothing but blanks and the signs of quotes and lists. */
function beginsLine(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && at - start < 64 && " \t>*+-.)0123456789".includes(text.charAt(start - 1))) start--;
  return start === 0 || text.charCodeAt(start - 1) === 10;
}
