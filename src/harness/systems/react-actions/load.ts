import { countLines } from "../../../core/lines.ts";
import { unicodePattern } from "../../../core/unicode-pattern.ts";
import { replaceUnseen } from "../../unseen.ts";
import { count, grouped, series, seriesAtMost } from "../../../core/sentence.ts";
import { quote } from "../../../core/show.ts";
import { universalNewlines } from "../../../dialects/python/text.ts";
import { type Answer, refusal } from "../../answer.ts";
import { openSkillFiles, readWhole, type SkillFiles } from "../../tools/skill-files.ts";
import type { ReactConfig } from "./config.ts";
import { parseSubset } from "./yaml-subset.ts";
import { headingsOf } from "./section.ts";
import { findSkill, type IndexedSkill, type SkillReference } from "./skill-index.ts";

/** The available skills, and, by the skills' paths, the files of those whose bodies are loaded. */
export interface Shelf {
  readonly skills: readonly IndexedSkill[];
  readonly loaded: Map<string, SkillFiles>;
}

/**
 * Loads the bodies that a model selected, up to the limit per round, with one answer for each. Coordination skills
 * are loaded first.
 */
export function selectSkills(
  chosen: readonly SkillReference[],
  shelf: Shelf,
  config: ReactConfig,
): readonly Answer[] {
  const visible = shelf.skills.filter(({ hidden }) => !hidden);
  let room = config.bodiesPerRound;
  return coordinationFirst(chosen, config.coordinationSkills).map((reference) => {
    const skill = findSkill(visible, reference);
    if (!skill) return refusal(unknownSkill(reference, visible));
    if (shelf.loaded.has(skill.path))
      return {
        content: `The skill ${quote(skill.name)} is already loaded.`,
        event: { kind: "again", tier: 2, skill: skill.name },
      };
    if (room === 0)
      return refusal(
        `the skill ${quote(skill.name)} was not loaded: at most ${config.bodiesPerRound} per round; select it in the next round`,
        { skill: skill.name },
      );
    const answer = loadBody(skill, shelf, config);
    if (!answer.failed) room--;
    return answer;
  });
}

/** Reads a body and formats it for the conversation, with its source and path. */
export function loadBody(skill: IndexedSkill, { loaded }: Shelf, config: ReactConfig): Answer {
  const read = readBody(skill, config);
  if ("refused" in read) return read.refused;
  const about = { skill: skill.name, file: "SKILL.md", bytes: [0, read.bytes] as const };
  const fitted = fitBody(read.body, config);
  if ("objection" in fitted)
    return refusal(`the skill ${quote(skill.name)} was not loaded: ${fitted.objection}`, about);
  loaded.set(
    skill.path,
    openSkillFiles(() => [skill]),
  );
  const notes = fitted.notes.map((note) => `Note: ${note}.`);
  const content = [
    `Skill ${quote(skill.name)} (id: ${skill.id}, source: ${skill.scope}, path: ${skill.path}/SKILL.md)`,
    ...notes,
    "",
    fitted.text,
  ].join("\n");
  return {
    content,
    pinned: true,
    event: {
      skill: skill.name,
      file: "SKILL.md",
      bytes: about.bytes,
      kind: "activate",
      tier: 2,
      ...(fitted.notes.length > 0 && { text: fitted.notes.join("; ") }),
    },
  };
}

/** The body in the form in which it may be shown, regardless of its length. */
export function readBody(
  skill: IndexedSkill,
  { blockAngleBrackets }: ReactConfig,
): { readonly body: CleanText; readonly bytes: number } | { readonly refused: Answer } {
  const whole = readWhole(skill, "SKILL.md");
  if ("refused" in whole) return whole;
  const frontmatter = parseSubset(whole.text, blockAngleBrackets);
  if ("objection" in frontmatter)
    return {
      refused: refusal(`the skill ${quote(skill.name)} can no longer be read: ${frontmatter.objection}`, {
        skill: skill.name,
        file: "SKILL.md",
      }),
    };
  return { body: cleanBody(frontmatter.body), bytes: whole.bytes };
}

/** Why a skill is not available to the model, with the names of the available skills. */
export function unknownSkill({ name, source }: SkillReference, skills: readonly IndexedSkill[]): string {
  const known = skills.map((skill) => `${quote(skill.name)} (${skill.scope})`);
  return `unknown skill ${quote(name)}${source === undefined ? "" : ` in source ${quote(source)}`}; ${known.length === 0 ? "there are no skills" : `the skills are ${series(known)}`}`;
}

function coordinationFirst(
  chosen: readonly SkillReference[],
  first: readonly string[],
): readonly SkillReference[] {
  return [
    ...chosen.filter(({ name }) => first.includes(name)),
    ...chosen.filter(({ name }) => !first.includes(name)),
  ];
}

interface CleanText {
  readonly text: string;
  /** The changes to the text, for the model and the user. */
  readonly notes: readonly string[];
}

/** Removes invisible characters, and ends every line with LF. */
export function cleanBody(written: string): CleanText {
  const ends = written.includes("\r") ? (written.match(/\r\n?/g)?.length ?? 0) : 0;
  const lines = universalNewlines(written);
  const removed: string[] = [];
  const text = replaceUnseen(lines, (character, at) => {
    if (isValidInContext(character, lines, at)) return character;
    removed.push(character);
    return "";
  });
  const kinds = Array.from(
    new Set(removed),
    (character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`,
  );
  return {
    text,
    notes: [
      ...(removed.length > 0
        ? [
            `${count(removed.length, "invisible character")} ${removed.length === 1 ? "was" : "were"} removed: ${seriesAtMost(kinds, 5)}`,
          ]
        : []),
      ...(ends > 0 ? [`${count(ends, "line ending")} ${ends === 1 ? "was" : "were"} changed to LF`] : []),
    ],
  };
}

type FittedBody = CleanText | { readonly objection: string };

/** Refuses a body over the limit, or returns its first lines and the headings of the omitted sections. */
export function fitBody(
  { text, notes }: CleanText,
  { maxBodyLines: most, longBody }: Pick<ReactConfig, "maxBodyLines" | "longBody">,
): FittedBody {
  const total = countLines(text) - (text === "" || text.endsWith("\n") ? 1 : 0);
  if (total <= most) return { text, notes };
  const lines = text.split("\n");
  if (longBody === "refuse")
    return {
      objection: `the body has ${grouped(total)} lines (maximum ${grouped(most)}); move parts of it to other files, such as under reference/`,
    };
  const left = headingsOf(lines).filter(({ line }) => line >= most);
  const how =
    left.length === 0
      ? ""
      : `; use load_resource on SKILL.md with a section_hint to read them: ${series(left.map((heading) => quote(heading.text)))}`;
  return {
    text: `${lines.slice(0, most).join("\n")}\n`,
    notes: [...notes, `lines ${grouped(most + 1)} to ${grouped(total)} of the body were omitted${how}`],
  };
}

// Uses alternatives instead of a class: V8 in Node 26.5 and later does not match a class beyond U+FFFF at the end of a
// text.
const letterOrPictureBefore = unicodePattern(
  String.raw`(?:(?![\0-\x7f])(?:\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier})|\ufe0f)$`,
);

const letterOrPictureAfter = unicodePattern(
  String.raw`^(?![\0-\x7f])(?:\p{L}|\p{M}|\p{Extended_Pictographic})`,
);

const selectableBefore = unicodePattern(String.raw`(?:\p{L}|\p{N}|\p{S}|[#*])$`);

/**
 * Whether an invisible character is valid in its context: joiners are, between letters of some scripts and within
 * emoji, and a variation selector is, after the character that it changes.
 */
function isValidInContext(character: string, text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + 1, at + 3);
  if (character === "\u200c" || character === "\u200d")
    return letterOrPictureBefore().test(before) && letterOrPictureAfter().test(after);
  return (
    /^[\ufe00-\ufe0f]$/.test(character) && selectableBefore().test(before) && !/[\ufe00-\ufe0f]$/.test(before)
  );
}
