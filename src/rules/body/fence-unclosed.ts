import type { Body, CodeFence } from "../../model/body.ts";
import { isMarkdown } from "../../core/paths.ts";
import type { Range } from "../../core/place.ts";
import type { Finding } from "../../model/rule.ts";
import { show } from "../../core/show.ts";
import { count } from "../../core/sentence.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { TextFile } from "../../model/text-file.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "fence-unclosed",
    category: "clarity",
    origin: "guidance",
    source: "https://spec.commonmark.org/0.31.2/#fenced-code-blocks",
    summary: "Reports a code block that is never closed, or only by the end of a later one.",
    why: "Everything after it in the file is parsed as code, including headings, links and instructions.",
    remedy:
      "Close the block on a line of its own, with as many backticks or tildes as opened it. A block that contains other blocks needs more than they have: four around three.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    skill.texts
      .filter((file) => isMarkdown(file.path) && mayStayOpen(file.bytes) && skill.graph.read.has(file.path))
      .flatMap(findings),
});

function findings(file: TextFile): readonly Finding[] {
  const inside = swallowed(file);
  return inside.length > 0 ? inside : unclosed(file);
}

/** Blocks that end where a later one does. Samples of Markdown contain fences, and are left to `endedEarly`. */
const samples = /^(?:|markdown|md|mdx|text|txt|plaintext)$/i;

/** The first fence with a language inside of a block of the same language: it neither closes that block nor opens one. */
function swallowed({ path, source, body }: TextFile): readonly Finding[] {
  for (const { content, language, range } of body.fences) {
    if (samples.test(language)) continue;
    const mark = /^(?:`+|~+)/.exec(source.slice(range))?.[0];
    if (mark === undefined) continue;
    const inner = `${mark}${language}`;
    const line = Array.from(source.slice(content).matchAll(/^.+$/gm)).find(
      ([line]) => line.trimEnd() === inner,
    );
    if (!line) continue;
    const start = content.start.offset + line.index;
    return [
      {
        file: path,
        range: source.range(start, start + inner.length),
        message: `"${show(inner)}" does not end the code block of line ${range.start.line}; close it with "${mark}"`,
        related: [{ file: path, range: source.range(range.start.offset, range.start.offset + mark.length) }],
      },
    ];
  }
  return [];
}

function unclosed({ path, source, body }: TextFile): readonly Finding[] {
  const open = body.fences.at(-1);
  if (!open || open.closed || open.range.end.offset < source.text.trimEnd().length) return [];
  const { start } = open.range;
  const end = start.offset + source.line(start.line).length - start.column + 1;
  const content = source.slice(open.content).trimEnd();
  const lines = content.split("\n").length;
  // A block of line 1 contains the frontmatter, so that it is not in the body; another rule reports it.
  if (
    lines === 1 &&
    content.trim() === "" &&
    body.range.start.offset > 0 &&
    /^(?:`{3}|~{3})/.test(source.text)
  )
    return [];
  const before = open.language === "" ? body.fences.slice(0, -1) : [];
  const over = content.trim() === "" ? overHeading(source, before) : undefined;
  if (over) return [{ file: path, ...over }];
  const cause = endedEarly(source, before, content.trim() === "");
  const glued = cause ? undefined : gluedFence(source, body);
  const problem =
    content.trim() === ""
      ? "empty code block is never closed; add its closing fence, or remove it"
      : `code block is never closed, so the next ${lines === 1 ? "line is" : `${count(lines, "line")} are`} code; add its closing fence`;
  const message = cause
    ? `code block is never closed, as that of line ${cause.range.start.line} ends at ${cause.range.end.line}; fence that one with ${cause.expected}`
    : glued
      ? `code block is never closed: "${glued.mark}" on line ${glued.range.start.line} follows text; move it to a line of its own`
      : isEnd(source, open)
        ? "fence ends a code block that none begins; remove it, or begin the block above"
        : problem;
  const related = cause ?? glued;
  return [
    {
      file: path,
      range: source.range(start.offset, end),
      message,
      ...(related && { related: [{ file: path, range: related.range }] }),
    },
  ];
}

/**
 * Whether a fence at the end was meant to close a block: it has no language, and follows a line of text, while an
 * empty line or nothing follows it.
 */
function isEnd(source: SourceText, { language, range: { start }, content }: CodeFence): boolean {
  return (
    language === "" &&
    start.line > 1 &&
    source.line(start.line - 1).trim() !== "" &&
    source.slice(content).split("\n", 1)[0]!.trim() === ""
  );
}

/**
 * An earlier block that was meant to end before a heading: it has an empty line and a heading inside, though it is no
 * sample of Markdown, and all fences from there to the end are paired wrongly.
 */
function overHeading(
  source: SourceText,
  fences: readonly CodeFence[],
): Pick<Finding, "range" | "message"> | undefined {
  for (const { content, language, range } of fences) {
    if (language !== "" && samples.test(language)) continue;
    const heading = /(?<=\n\r?\n)#{2,6} [^\n]{1,200}/.exec(source.slice(content));
    if (!heading || /^[ \t]*(?:`{3}|~{3})\w/m.test(source.slice(content))) continue;
    const start = source.range(range.start.offset, range.start.offset + 3);
    const { line } = source.range(
      content.start.offset + heading.index,
      content.start.offset + heading.index,
    ).start;
    return {
      range: start,
      message: `code block runs over the heading of line ${line} to line ${range.end.line}; close it above the heading`,
    };
  }
  return undefined;
}

interface Ended {
  readonly range: Range;
  /** The fence that the outer block needs, such as "4 backticks". */
  readonly expected: string;
}

/**
 * Finds an earlier block that contains another one and was ended by the inner block's closing fence. Its own closing
 * fence then opens a new block, and from there on closing fences, which name no language, open blocks and opening
 * fences are inside them. If the fence at the end is the last line, it most likely closes the only block of Markdown.
 */
function endedEarly(source: SourceText, fences: readonly CodeFence[], isLast: boolean): Ended | undefined {
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
  const wrappers = fences.filter(({ language, closed }) => closed && /^(?:markdown|md|mdx)$/i.test(language));
  const [wrapper] = wrappers;
  if (isLast && wrapper && wrappers.length === 1 && found.length > 0)
    return { range: wrapper.range, expected: found[0]!.expected };
  return found.findLast(({ language }) => language !== "") ?? found[0];
}

interface Glued {
  readonly range: Range;
  readonly mark: string;
}

/**
 * The first fence at the end of a line of text, where it is no fence: in a block it was meant to close it, and
 * outside of blocks to open one. From there on closing fences open blocks.
 */
function gluedFence(source: SourceText, { fences, range }: Body): Glued | undefined {
  const open = fences.at(-1)!;
  let at = 0;
  for (const { 0: found, 1: mark = "", index } of source.slice(range).matchAll(glued)) {
    const start = range.start.offset + index + found.indexOf(mark, 1);
    if (start >= open.content.end.offset) return undefined;
    while (fences[at + 1] && fences[at + 1]!.range.start.offset <= start) at++;
    const around = fences[at];
    const isOutside = !around || start < around.range.start.offset || around.range.end.offset <= start;
    const closes = !isOutside && around.content.start.offset <= start && found.trimEnd().endsWith(mark);
    if (isOutside || closes) return { range: source.range(start, start + mark.length), mark };
  }
  return undefined;
}

/** Text, then three or more backticks and at most the name of a language. No other backtick is on the line. */
const glued = /^[^\n`]{0,400}[^\s`>*+\-.)\d][^\S\n]{0,8}(`{3,})[a-z]{0,16}[^\S\n]{0,8}$/gm;

/**
 * A line that would open a block if it were outside one. With a word after the marks it cannot close a block.
 */
const begun = /^[ \t>]{0,16}(`{3,}(?=[ \t]*[\w{][^`\n]*$)|~{3,}(?=[ \t]*[\w{]))/gm;

/**
 * Whether a block may be open at the end, or contain a fence, determined by counting fences without regard to quotes
 * and lists. If so, the file has to be parsed.
 */
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
    else if (end - at >= open) {
      if (rest.trim() !== "") return true;
      open = 0;
    }
  }
  return open > 0;
}

/** Whether only spaces and the markers of quotes and lists precede it on its line. */
function beginsLine(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && at - start < 64 && " \t>*+-.)0123456789".includes(text.charAt(start - 1))) start--;
  return start === 0 || text.charCodeAt(start - 1) === 10;
}
