import { isMarkdown } from "../../../core/paths.ts";
import type { CodeFence, Heading } from "../../../model/body.ts";
import type { Finding, ReportLimit, Rule, BuiltInMeta } from "../../../model/rule.ts";
import type { Skill } from "../../../model/skill.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { defineRule } from "../../define.ts";
import { fenceAt, headingOver } from "../../parts/outline.ts";
import { scriptFiles } from "../../scripts/parts/script-files.ts";

/** The context of a match: a script, a shell block in Markdown, another code block, prose, or any other text file. */
type Setting = "script" | "shell" | "code" | "prose" | "data";

export interface Search {
  /** Words of which every text that the pattern can match contains at least one. */
  readonly words: readonly string[];
  /** If given, every text that the pattern can match also contains at least one of these words. */
  readonly also?: readonly string[];
  /** Which files to search; absent for all. */
  readonly among?: (file: TextFile) => boolean;
  /** A global regular expression. */
  readonly pattern: RegExp;
  /** The contexts in which matches count; absent for all. */
  readonly settings?: readonly Setting[];
  /**
   * Which words of warning make a match an example: those of its sentence, or none, even in comments and tables; absent
   * for all that are near.
   */
  readonly warnedBy?: "sentence" | "nothing";
  /** Of the matches on one line for which this is equal, only the first is reported. */
  readonly oncePerLine?: (match: RegExpExecArray) => string;
  /** Whether nothing around a match makes it an example. */
  readonly isCertain?: (sighting: Sighting) => boolean;
  /** Whether a match is only advice. */
  readonly isAdvice?: (sighting: Sighting, setting: Setting) => boolean;
}

export interface Sighting {
  readonly file: TextFile;
  readonly match: RegExpExecArray;
  /** The text that contains the match. */
  readonly text: string;
  readonly start: number;
}

/** The report limit of every rule that searches. */
export const sightingLimit: ReportLimit = { max: 3, per: "file" };

/** Maximum number of matches that are examined per file; a real problem is among the first. */
const weighed = 1_000;

/** Lock files, which list packages with their checksums. */
const lockFile =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|uv\.lock|poetry\.lock|Cargo\.lock|go\.sum|composer\.lock|Gemfile\.lock)$/;

/** Tests and their fixtures, which contain bad input on purpose. */
const test =
  /(?:^|\/)(?:tests?|__tests__|testdata|[\w-]*fixtures?_{0,2}|evals?)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]*$/i;

/** A rule that searches with one pattern; its words are those of its metadata. */
interface SearchRule {
  readonly meta: BuiltInMeta & { readonly words: readonly string[] };
  readonly search: Omit<Search, "words">;
  /** The message for a match; undefined if it is not reported. */
  readonly say: (sighting: Sighting, skill: Skill) => string | undefined;
}

/** Makes a rule that reports matches of one pattern. */
export function defineSearch({ meta, search, say }: SearchRule): Rule {
  const whole = { words: meta.words, ...search };
  return defineRule({
    meta,
    reportLimit: sightingLimit,
    check: ({ subject: skill }) => findingsFor(skill, whole, (sighting) => say(sighting, skill)),
  });
}

/** Findings for those matches in each file for which `say` returns a message. */
export function findingsFor(
  skill: Skill,
  search: Search,
  say: (sighting: Sighting) => string | undefined,
): readonly Finding[] {
  const { words, also, among } = search;
  const found: Finding[] = [];
  for (const file of skill.texts)
    if ((!among || among(file)) && file.hasAny(words) && (!also || file.hasAny(also)))
      found.push(...findingsIn(skill, file, search, say));
  return found;
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
  const onLine = new Set<string>();
  let left = weighed;
  for (const match of source.text.matchAll(search.pattern)) {
    if (left-- === 0) break;
    const { 0: found, index: start } = match;
    const sighting = { file, match, text: source.text, start };
    const message = say(sighting);
    if (message === undefined) continue;
    const setting = outline.isMarkdown ? settingAt(outline, start) : isScript ? "script" : "data";
    if (search.settings?.includes(setting) === false) continue;
    if (search.isCertain?.(sighting) !== true && isExample(search, setting, sighting, outline)) continue;
    const range = source.range(start, start + found.trimEnd().length);
    if (search.oncePerLine) {
      const key = `${range.start.line} ${search.oncePerLine(match)}`;
      if (onLine.has(key)) continue;
      onLine.add(key);
    }
    const advice = search.isAdvice?.(sighting, setting) ? { severity: "info" as const } : {};
    findings.push({ file: file.path, range, message, ...advice });
  }
  return findings;
}

/**
 * Languages of shell blocks. A block without a language counts as one, as it is as likely to contain commands as not.
 */
const shells =
  /^(?:|bash|sh|shell|zsh|fish|console|terminal|shell-session|shellsession|powershell|ps1|pwsh|bat|cmd|dos|dockerfile)$/i;

function settingAt(outline: Outline, offset: number): Setting {
  const fence = outline.fenceAt(offset);
  if (!fence) return "prose";
  return shells.test(fence.language) ? "shell" : "code";
}

/** Whether a match is only an example. In a script, words of warning do not make it one. */
function isExample({ warnedBy }: Search, setting: Setting, sighting: Sighting, outline: Outline): boolean {
  if (isExpression(sighting)) return true;
  if (warnedBy === "nothing") return false;
  if (isComment(sighting)) return true;
  if (warnedBy === "sentence" && setting !== "prose" && isPrinted(sighting)) return true;
  if (setting === "script") return false;
  if (isRecord(sighting)) return true;
  return warnedBy === "sentence" ? isWarnedOf(sighting, outline) : isQuotedAsExample(sighting, outline);
}

/** Number of characters before a match that are searched for words of warning. */
const before = 400;

/** Number of characters after a match, up to the end of its line, that are searched for words of warning. */
const after = 160;

/** Words near a command whose author warns about it or detects it. */
const warning =
  /\b(?:never|avoid|don['’]?t|do not|must not|should not|malicious|attack\w*|injection|exploit\w*|vulnerab\w*|suspicious|detect\w*|dangerous|harmful|unsafe|untrusted|hostile|adversarial|forbidden|prohibited|reject\w*|blocked|blocklist|denylist|denied|deny|inert|anti-?patterns?|payloads?|red flags?|threats?|sanitiz\w*|redact\w*|masked|placeholders?|leaked)\b|攻撃|悪い例|絶対に|禁止|危険|脆弱|恶意|危险|切勿|攻击|[❌🚫⛔✗✘]/iu;

/** Syntax of regular expressions; such a text searches for the command and does not run it. */
const expression = /\\[sSbBdDwW.()|$*+?]|\(\?[:=!<]|\[\^|\[[A-Za-z0-9]-[A-Za-z0-9]|\.[*+](?=[\\|()?[])/;

/**
 * Whether a match in Markdown or data is an example instead of an instruction, because it is near words of warning.
 */
function isQuotedAsExample(sighting: Sighting, outline: Outline): boolean {
  const { text, start, match } = sighting;
  const end = start + match[0].length;
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

/**
 * Whether the sentence with the match warns of it, or what introduces it: the heading, the line above its list or
 * block, and the comments above it in its block.
 */
function isWarnedOf({ text, start, match }: Sighting, outline: Outline): boolean {
  const end = start + match[0].length;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const fence = outline.fenceAt(start);
  const above = text.slice(Math.max(0, lineStart - before), lineStart);
  const introduced = fence
    ? text.slice(Math.max(0, fence.range.start.offset - before), fence.range.start.offset)
    : above;
  const parts = [
    sentenceBefore(text.slice(Math.max(lineStart, start - before), start)),
    // A prohibition does not warn of itself.
    match[0].replace(/^(?:do not|don['’]t|never|must not)\b/i, ""),
    sentenceAfter(text.slice(end, end + after)),
    fence ? commentsAtEnd(above) : "",
    introduction(introduced, fence !== undefined),
    outline.headingOver(start)?.text ?? "",
  ];
  return parts.some((part) => warning.test(part));
}

function sentenceBefore(line: string): string {
  return line.slice(Math.max(0, ...[". ", "! ", "? ", "; "].map((end) => line.lastIndexOf(end) + 1)));
}

function sentenceAfter(rest: string): string {
  return /^[^\n]*?(?=[.!?](?:\s|$)|\n|$)/.exec(rest)?.[0] ?? "";
}

/** The lines of comments that a text ends in. */
function commentsAtEnd(text: string): string {
  const lines = text.split("\n").slice(0, -1);
  const from = lines.findLastIndex((line) => !/^\s*(?:#|\/\/|--|rem\b|::)/i.test(line));
  return lines.slice(from + 1).join("\n");
}

/** The last line before a block, or the line that introduces the list at the end of a text. */
function introduction(text: string, isBeforeBlock: boolean): string {
  const lines = text.split("\n").slice(0, -1);
  const last = lines.findLastIndex(
    (line) => line.trim() !== "" && (isBeforeBlock || !/^\s*(?:[-*+]|\d+[.)])\s/.test(line)),
  );
  const line = lines[last] ?? "";
  return isBeforeBlock || /:[*_]*\s*$/.test(line) ? line : "";
}

/** Whether the match is part of what was seen on some computer: a row of a list, a process, or a shortened payload. */
function isRecord({ text, start, match }: Sighting): boolean {
  const line = text.slice(Math.max(text.lastIndexOf("\n", start - 1) + 1, start - before), start);
  const end = start + match[0].length;
  return record.test(line) || /(?:\.\.\.|…)/.test(text.slice(start, end + 5));
}

const record =
  /^[\d:.\- ]{1,40}\| |(?:\b(?:command(?:[ _-]?line)?|process(?:es)?|PID \d+|decoded|pattern|payload|image)|[入出]力)["']?\s*[:=]/i;

/** Whether a script prints the match instead of running it. */
function isPrinted({ text, start }: Sighting): boolean {
  const line = text.slice(Math.max(text.lastIndexOf("\n", start - 1) + 1, start - before), start);
  return printing.test(line);
}

/** A call that prints or fails, with an open string. */
const printing =
  /\b(?:echo|printf?|println|puts|console\.\w+|log(?:ger|ging)?\.\w+|raise|throw|die|fail|warn|error|info|help|Write-\w+)\b[^"'`\n]{0,60}(?:"[^"\n]*|'[^'\n]*|`[^`\n]*)$/i;

/** Whether the match's line begins with a comment or table marker. */
function isComment({ text, start }: Sighting): boolean {
  const near = text.slice(Math.max(0, start - before), start);
  const line = near.slice(near.lastIndexOf("\n") + 1);
  return /^\s*(?:\||#|\/\/|\*(?! )|--\s|;|rem\s)/i.test(line);
}

/** Whether the match is part of a regular expression. */
function isExpression({ text, start, match }: Sighting): boolean {
  return expression.test(text.slice(Math.max(0, start - 12), start + match[0].length + 12));
}

/** The code blocks and headings of a file. Files that are not Markdown have none. */
interface Outline {
  readonly isMarkdown: boolean;
  fenceAt(offset: number): CodeFence | undefined;
  /** The nearest heading before the offset. */
  headingOver(offset: number): Heading | undefined;
}

function outlineOf(file: TextFile): Outline {
  if (!isMarkdown(file.path))
    return { isMarkdown: false, fenceAt: () => undefined, headingOver: () => undefined };
  return {
    isMarkdown: true,
    fenceAt: (offset) => fenceAt(file.body, offset),
    headingOver: (offset) => headingOver(file.body, offset),
  };
}
