import { isMarkdown } from "../../core/paths.ts";
import type { Range } from "../../core/place.ts";
import type { SourceText } from "../../core/source-text.ts";
import { quote, show } from "../../core/show.ts";
import type { Body } from "../../model/body.ts";
import type { OwnCheck, OwnFix, TextPart } from "../../model/own-rule.ts";
import type { Finding, Fix } from "../../model/rule.ts";
import type { Skill } from "../../model/skill.ts";
import { placeAt, stringField } from "../../rules/parts/fields.ts";
import type { Effort, Match } from "../linear-pattern.ts";
import { knownPattern } from "../value-test.ts";
import { wordFinder } from "../word-finder.ts";

/** A part of a skill's text in which is searched. */
interface Stretch {
  readonly file: string;
  readonly source: SourceText;
  readonly text: string;
  readonly rangeOf: (match: Match) => Range;
}

/** Maximum number of findings in a stretch of text; one more says that there are others. */
const mostPerStretch = 50;

/** Reports words and patterns in the chosen parts of a skill's text. */
export function checkText(
  { words, patterns, allow, in: parts, caseSensitive }: Extract<OwnCheck, { kind: "text" }>,
  fix: OwnFix | undefined,
): (skill: Skill, effort: Effort) => Iterable<Finding> {
  const finders = [
    ...(words.length > 0 ? [wordFinder(words, caseSensitive)] : []),
    ...patterns.map((source) => knownPattern(source, !caseSensitive).find),
  ];
  const allowed = allow.length > 0 ? wordFinder(allow, caseSensitive) : undefined;
  const removes = fix?.kind === "replace-with" && fix.text === "";
  return function* (skill, effort) {
    // A heading is part of the body as well.
    const known = new Set<string>();
    for (const { file, source, text, rangeOf } of parts.flatMap((part) => stretchesOf(skill, part))) {
      const holes = allowed ? matchesIn(allowed, text, effort, Infinity) : [];
      const found = finders.flatMap((find) =>
        matchesIn(find, text, effort, mostPerStretch).filter(
          ({ start, end }) => !holes.some((hole) => hole.start <= start && end <= hole.end),
        ),
      );
      for (const match of found.slice(0, mostPerStretch)) {
        const range = rangeOf(match);
        const key = JSON.stringify([file, range.start.offset, range.end.offset]);
        if (known.has(key)) continue;
        known.add(key);
        yield {
          file,
          range,
          message: `${quote(text.slice(match.start, match.end), 40)} is not allowed here${removes ? "; remove it" : ""}`,
          fixes: replacement(file, removes ? withSpace(range, source) : range, fix),
        };
      }
    }
  };
}

function replacement(file: string, range: Range, fix: OwnFix | undefined): readonly Fix[] {
  if (fix?.kind !== "replace-with") return [];
  return [
    {
      title: fix.text === "" ? "Remove it" : `Write ${quote(fix.text, 40)}`,
      safe: false,
      operations: [{ kind: "edit", file, range, text: fix.text }],
    },
  ];
}

/** The range with a space beside it that would be one too many; indentation stays. */
function withSpace(range: Range, source: SourceText): Range {
  const { start, end } = source.span(range);
  const [before = "\n", after = "\n"] = [source.text[start - 1], source.text[end]];
  if (after === " " && /[\s("'[*_]/.test(before)) return source.range(start, end + 1);
  return before === " " && after !== " " && /\S/.test(source.text[start - 2] ?? "")
    ? source.range(start - 1, end)
    : range;
}

function matchesIn(
  find: ReturnType<typeof wordFinder>,
  text: string,
  effort: Effort,
  most: number,
): readonly Match[] {
  const found: Match[] = [];
  for (let from = 0; found.length < most; ) {
    const match = find(text, from, effort);
    if (!match) break;
    if (match.end > match.start) found.push(match);
    from = Math.max(match.end, match.start + 1);
    if (from > text.length) break;
  }
  return found;
}

function stretchesOf(skill: Skill, part: TextPart): readonly Stretch[] {
  const { document, texts, scripts } = skill;
  if (!document) return [];
  const { file, source, body } = document;
  const markdown = texts.filter(({ path }) => path !== file && isMarkdown(path));
  switch (part) {
    case "name":
    case "description": {
      const field = stringField(skill, part);
      if (!field) return [];
      return [
        {
          file,
          source,
          text: field.value,
          rangeOf: ({ start, end }) => placeAt(document, field, start, end - start),
        },
      ];
    }
    case "body":
      return [proseIn(file, source, body)];
    case "references":
      return markdown.map((each) => proseIn(each.path, each.source, each.body));
    case "headings":
      return body.headings.map(({ range }) => partOf(file, source, range));
    case "code":
      return body.code.map((range) => partOf(file, source, range));
    case "comments":
      return [{ path: file, source, body }, ...markdown].flatMap((each) =>
        each.body.comments.map(({ range }) => partOf(each.path, each.source, range)),
      );
    case "scripts":
      return scripts.map((script) => whole(script.file.path, script.file.source));
  }
}

function whole(file: string, source: SourceText): Stretch {
  return { file, source, text: source.text, rangeOf: ({ start, end }) => source.range(start, end) };
}

function partOf(file: string, source: SourceText, range: Range): Stretch {
  const { start: from, end: to } = source.span(range);
  return {
    file,
    source,
    text: source.text.slice(from, to),
    rangeOf: ({ start, end }) => source.range(from + start, from + end),
  };
}

/** A body with spaces in place of code and comments. */
function proseIn(file: string, source: SourceText, { range, code, comments }: Body): Stretch {
  const { start: from, end: to } = source.span(range);
  const holes = [...code, ...comments.map((comment) => comment.range)]
    .map((hole) => source.span(hole))
    .sort((one, other) => one.start - other.start);
  let text = "";
  let at = from;
  for (const { start, end } of holes) {
    if (end <= at) continue;
    const hole = Math.max(at, start);
    text += source.text.slice(at, hole) + source.text.slice(hole, end).replace(/[^\r\n]/g, " ");
    at = end;
  }
  text += source.text.slice(at, to);
  return { file, source, text, rangeOf: ({ start, end }) => source.range(from + start, from + end) };
}

/** A message of the rule, with what was found in place of "{found}". */
export function withFound(message: string, found: string | undefined): string {
  return found === undefined ? message : message.replaceAll("{found}", () => show(found, 60));
}
