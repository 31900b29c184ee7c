import type { Finding, Told } from "../../model/rule.ts";
import type { Skill } from "../../model/skill.ts";
import type { TextFile } from "../../model/text-file.ts";
import { outlineOf, type Outline } from "./outline.ts";
import { isComment, isExpression, isQuotedAsExample } from "./spoken-of.ts";
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
