import type { Finding } from "../core/rule.ts";
import type { Skill } from "../core/skill.ts";
import type { TextFile } from "../core/text-file.ts";
import { lastBefore } from "./last-before.ts";
import { isComment, isExpression, isQuotedAsExample } from "./spoken-of.ts";

/** Where a stretch of a skill stands: in a script, in a shell block of Markdown, in another of its blocks, in its prose, or in any other text. */
export type Setting = "script" | "shell" | "code" | "prose" | "data";

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

/** How many places of one file are told. */
const shown = 3;

/** How many matches of one file are weighed: a real one is not the thousandth. */
const weighed = 1_000;

/** Lists of packages with their checksums. */
const lockFile = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|uv\.lock|poetry\.lock|Cargo\.lock|go\.sum|composer\.lock|Gemfile\.lock)$/;

/** Tests and what they read: they are full of what must not be. */
const test = /(?:^|\/)(?:tests?|__tests__|testdata|[\w-]*fixtures?_{0,2}|evals?)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]*$/i;

/** Findings for the first places of each file that the search finds and that `say` has a message for. */
export function findingsFor(skill: Skill, search: Search, say: (sighting: Sighting) => string | undefined): readonly Finding[] {
  const { words, also, among } = search;
  const files = skill.texts.filter((file) => (!among || among(file)) && words.some((word) => file.has(word)) && (!also || also.some((word) => file.has(word))));
  return files.flatMap((file) => findingsIn(skill, file, search, say));
}

function findingsIn(skill: Skill, file: TextFile, search: Search, say: (sighting: Sighting) => string | undefined): readonly Finding[] {
  if (lockFile.test(file.path) || test.test(file.path) || isOutside(skill, file, search)) return [];
  const findings: Finding[] = [];
  let left = weighed;
  const { text } = file.source;
  for (const match of text.matchAll(search.pattern)) {
    if (left-- === 0 || findings.length === shown) break;
    const start = match.index;
    const message = say({ file, match, text, start });
    if (message === undefined) continue;
    const setting = settingOf(skill, file, start);
    if ((search.settings && !search.settings.includes(setting)) || isExample(search, setting, file, start, match[0].length)) continue;
    findings.push({ file: file.path, range: file.source.range(start, start + match[0].trimEnd().length), message });
  }
  return findings;
}

/** Whether all of the file is of a setting that is not looked for. */
function isOutside(skill: Skill, file: TextFile, { settings }: Search): boolean {
  return settings !== undefined && !markdown.test(file.path) && !settings.includes(settingOf(skill, file, 0));
}

/** A script does what it does, whatever its author calls it. */
function isExample({ examplesToo }: Search, setting: Setting, file: TextFile, start: number, length: number): boolean {
  if (examplesToo) return isExpression(file, start, length);
  if (setting === "script") return isComment(file.source.text, start) || isExpression(file, start, length);
  return isQuotedAsExample(file, start, length);
}

const markdown = /\.(?:md|markdown|mdx)$/i;

/** A block without a language is as often a command as not. */
const shells = /^(?:|bash|sh|shell|zsh|fish|console|terminal|shell-session|shellsession|powershell|ps1|pwsh|bat|cmd|dos|dockerfile)$/i;

function settingOf(skill: Skill, file: TextFile, offset: number): Setting {
  if (!markdown.test(file.path)) return skill.scripts.some((script) => script.file === file) ? "script" : "data";
  const fence = lastBefore(file.body.fences, offset);
  if (!fence || fence.range.end.offset <= offset) return "prose";
  return shells.test(fence.language) ? "shell" : "code";
}
