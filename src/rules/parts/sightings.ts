import { isMarkdown } from "../../core/paths.ts";
import type { Range } from "../../core/place.ts";
import type { CodeFence, Heading } from "../../model/body.ts";
import type { Finding, Told } from "../../model/rule.ts";
import type { Skill } from "../../model/skill.ts";
import type { TextFile } from "../../model/text-file.ts";
import { scriptFiles } from "./script-files.ts";

/** Where a stretch of a skill stands: in a script, in a shell block of Markdown, in another of its blocks, in its prose, or in any other text. */
type Setting = "script" | "shell" | "code" | "prose" | "data";

export interface Search {
  /** One of them stands in every text that the pattern can match. */
  readonly words: readonly string[];
  /** So does one of these, where they are given. */
  readonly also?: readonly string[];
  /** Which files are looked through; all where it is absent. */
  readonly among?: (file: TextFile) => boolean;
  /** Global. */
  readonly pattern: RegExp;
  /** All of them where it is absent. */
  readonly settings?: readonly Setting[];
  /** Also what stands beside words of warning, in a comment or in a table. */
  readonly examplesToo?: true;
}

export interface Sighting {
  readonly file: TextFile;
  readonly match: RegExpExecArray;
  /** The text that the match was found in. */
  readonly text: string;
  readonly start: number;
}

/** Of each rule that searches. */
export const toldSightings: Told = { places: 3, by: "file" };

/** How many matches of one file are weighed: a real one is not the thousandth. */
const weighed = 1_000;

/** Lists of packages with their checksums. */
const lockFile =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|uv\.lock|poetry\.lock|Cargo\.lock|go\.sum|composer\.lock|Gemfile\.lock)$/;

/** Tests and what they read: they are full of what must not be. */
const test =
  /(?:^|\/)(?:tests?|__tests__|testdata|[\w-]*fixtures?_{0,2}|evals?)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]*$/i;

/** Findings for the first places of each file that the search finds and that `say` has a message for. */
export function findingsFor(
  skill: Skill,
  search: Search,
  say: (sighting: Sighting) => string | undefined,
): readonly Finding[] {
  const { words, also, among } = search;
  const files = skill.texts.filter(
    (file) =>
      (!among || among(file)) &&
      words.some((word) => file.has(word)) &&
      (!also || also.some((word) => file.has(word))),
  );
  return files.flatMap((file) => findingsIn(skill, file, search, say));
}

function findingsIn(
  skill: Skill,
  file: TextFile,
  search: Search,
  say: (sighting: Sighting) => string | undefined,
): readonly Finding[] {
  if (lockFile.test(file.path) || test.test(file.path)) return [];
  const { source } = file;
  const outline = outlineOf(file);
  const isScript = !outline.isMarkdown && scriptFiles(skill).has(file);
  if (!outline.isMarkdown && search.settings?.includes(isScript ? "script" : "data") === false) return [];
  const findings: Finding[] = [];
  let left = weighed;
  for (const match of source.text.matchAll(search.pattern)) {
    if (left-- === 0) break;
    const { 0: found, index: start } = match;
    const message = say({ file, match, text: source.text, start });
    if (message === undefined) continue;
    const setting = outline.isMarkdown ? settingAt(outline, start) : isScript ? "script" : "data";
    if (
      search.settings?.includes(setting) === false ||
      isExample(search, setting, file, outline, start, found.length)
    )
      continue;
    findings.push({ file: file.path, range: source.range(start, start + found.trimEnd().length), message });
  }
  return findings;
}

/** A block without a language is as often a command as not. */
const shells =
  /^(?:|bash|sh|shell|zsh|fish|console|terminal|shell-session|shellsession|powershell|ps1|pwsh|bat|cmd|dos|dockerfile)$/i;

function settingAt(outline: Outline, offset: number): Setting {
  const fence = outline.fenceAt(offset);
  if (!fence) return "prose";
  return shells.test(fence.language) ? "shell" : "code";
}

/** A script does what it does, whatever its author calls it. */
function isExample(
  { examplesToo }: Search,
  setting: Setting,
  file: TextFile,
  outline: Outline,
  start: number,
  length: number,
): boolean {
  if (examplesToo) return isExpression(file, start, length);
  if (setting === "script") return isComment(file.source.text, start) || isExpression(file, start, length);
  return isQuotedAsExample(file, outline, start, length);
}

/** How far before a place its own words of warning may stand. */
const before = 400;

const after = 160;

/** Whoever writes them near a command warns of it, or looks for it. */
const warning =
  /\b(?:never|avoid|don['’]?t|do not|must not|should not|malicious|attack\w*|injection|exploit\w*|vulnerab\w*|suspicious|detect\w*|dangerous|harmful|unsafe|untrusted|hostile|adversarial|forbidden|prohibited|reject\w*|blocked|blocklist|denylist|denied|deny|inert|anti-?patterns?|payloads?|red flags?|threats?|sanitiz\w*|redact\w*|masked|placeholders?|leaked)\b|[❌🚫⛔✗✘]/iu;

/** A regular expression, which looks for such a thing. */
const expression = /\\[sSbBdDwW.()|$*+?]|\(\?[:=!<]|\[\^|\[[A-Za-z0-9]-[A-Za-z0-9]|\.[*+](?=[\\|()?[])/;

/** Whether the place in Markdown or data is spoken of, not to be acted on: it is part of a table, a comment or a regular expression, or words of warning stand around it. */
function isQuotedAsExample(file: TextFile, outline: Outline, start: number, length: number): boolean {
  const { text } = file.source;
  const end = start + length;
  if (isExpression(file, start, length) || isComment(text, start)) return true;
  const near = text.slice(Math.max(0, start - before), start);
  const rest = text.slice(end, end + after);
  if (
    warning.test(near) ||
    warning.test(text.slice(start, end)) ||
    warning.test(rest.split("\n", 1)[0] ?? "")
  )
    return true;
  const heading = outline.headingOver(start);
  return heading !== undefined && warning.test(heading.text);
}

/** Whether the line begins a comment or a row of a table before the place. */
function isComment(text: string, start: number): boolean {
  const near = text.slice(Math.max(0, start - before), start);
  const line = near.slice(near.lastIndexOf("\n") + 1);
  return /^\s*(?:\||#|\/\/|\*(?! )|--\s|;|rem\s)/i.test(line);
}

/** Whether the place is part of a regular expression. */
function isExpression({ source: { text } }: TextFile, start: number, length: number): boolean {
  return expression.test(text.slice(Math.max(0, start - 12), start + length + 12));
}

/** Where a place of a file stands. What is not Markdown has no outline. */
interface Outline {
  readonly isMarkdown: boolean;
  fenceAt(offset: number): CodeFence | undefined;
  /** The nearest heading before the place. */
  headingOver(offset: number): Heading | undefined;
}

function outlineOf(file: TextFile): Outline {
  if (!isMarkdown(file.path))
    return { isMarkdown: false, fenceAt: () => undefined, headingOver: () => undefined };
  return {
    isMarkdown: true,
    fenceAt: (offset) => {
      const fence = lastBefore(file.body.fences, offset);
      return fence && offset < fence.range.end.offset ? fence : undefined;
    },
    headingOver: (offset) => lastBefore(file.body.headings, offset),
  };
}

/** Of things in the order of their places, the last that begins at the offset or before it. */
function lastBefore<Placed extends { readonly range: Range }>(
  things: readonly Placed[],
  offset: number,
): Placed | undefined {
  let low = 0;
  let high = things.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (things[middle]!.range.start.offset <= offset) low = middle + 1;
    else high = middle;
  }
  return things[low - 1];
}
