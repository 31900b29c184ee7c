import type { Finding } from "../../../model/rule.ts";
import { count } from "../../../core/sentence.ts";
import type { Skill } from "../../../model/skill.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { nameCharacter } from "./parts/character-names.ts";
import { defineRule } from "../../define.ts";
import { promptFields } from "../../parts/fields.ts";
import {
  bidi,
  codePoints,
  flags,
  neverText,
  sayingSelectors,
  sayingTags,
  selectors,
  tags,
} from "./parts/hidden-patterns.ts";
import { isInPatternRange } from "./parts/pattern-range.ts";
import { rightToLeftLines } from "./parts/right-to-left.ts";
import { isWide, runWords } from "./parts/unseen-bytes.ts";
import { scriptFiles } from "../../scripts/parts/script-files.ts";

export default defineRule({
  meta: {
    id: "hidden-text",
    category: "security",
    origin: "guidance",
    source: "https://trojansource.codes",
    summary:
      "Reports characters that hide text or change the order in which it is displayed: tag characters, runs of variation selectors, bidirectional controls.",
    why: "A model reads what a person reviewing the file cannot see.",
    remedy:
      "Delete the characters and read what they hid; do not use the skill until you know how they got there.",
    severity: "warning",
    danger: true,
    words: runWords,
    since: "0.1.0",
  },
  reportLimit: { max: 3, per: "file" },
  check: ({ subject: skill }) =>
    skill.texts.filter(({ ascii }) => !ascii).flatMap((file) => findings(skill, file)),
});

interface Run {
  readonly text: string;
  readonly start: number;
}

/** Maximum number of runs that are examined in a file, as a message is often repeated. */
const maxRuns = 1_000;

const runs = new RegExp(
  [flags, tags, bidi, selectors, neverText].map(({ source }) => `(?:${source})`).join("|"),
  "gu",
);

function findings(skill: Skill, file: TextFile): readonly Finding[] {
  if ((!file.hasAny(runWords) && !isWide(file)) || file.source.encoding === "windows-1252") return [];
  return hiddenRuns(skill, file).map(({ text: run, start }) => ({
    file: file.path,
    range: file.source.range(start, start + run.length),
    message: describe(run),
  }));
}

function hiddenRuns(skill: Skill, file: TextFile): readonly Run[] {
  const { text } = file.source;
  // Characters in these fields are reported by prompt-hidden-text.
  const fields =
    skill.document?.file === file.path
      ? promptFields(skill).map(({ valueRange: { start, end } }) => [start.offset, end.offset] as const)
      : [];
  const isScript = scriptFiles(skill).has(file);
  const isRightToLeft = rightToLeftLines(text);
  const found: Run[] = [];
  for (const { 0: run, index: start } of text.matchAll(runs)) {
    if (run.startsWith("\u{1f3f4}") || fields.some(([from, to]) => start >= from && start < to)) continue;
    if (bidi.test(run) && !isScript && isRightToLeft(start)) continue;
    // Reported by hidden-characters.
    if (bidi.test(run) && isScript && isInPatternRange(text, start, start + run.length)) continue;
    if (found.push({ text: run, start }) === maxRuns) break;
  }
  return found;
}

const deleteThem = "; delete what is hidden";

function describe(run: string): string {
  const codes = codePoints(run);
  const code = `U+${codes[0]!.toString(16).toUpperCase()}`;
  if (tags.test(run))
    return `${count(codes.length, "invisible tag character")} starting with ${code}${sayingTags(run)}${deleteThem}`;
  if (selectors.test(run))
    return `${count(codes.length, "invisible variation selector")} starting with ${code}${sayingSelectors(run)}${deleteThem}`;
  if (bidi.test(run))
    return `text is displayed in another order than the model reads: ${Array.from(new Set(codes), nameCharacter).join(", ")}${deleteThem}`;
  return `${nameCharacter(codes[0]!)} is not a text character; delete it`;
}
