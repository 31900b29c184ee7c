import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { refusal, type Answer } from "../answer.ts";
import { openSkillFiles, readWhole, type SkillFiles } from "../skill-files.ts";
import { cleanBody, fitBody, type CleanText } from "./react-actions-body.ts";
import type { ReactConfig } from "./react-actions-config.ts";
import { parseSubset } from "./react-actions-frontmatter.ts";
import { findSkill, type IndexedSkill, type SkillReference } from "./react-actions-index.ts";

/** The skills that there are, and the files of those whose bodies are in the conversation, by the skills' paths. */
export interface Shelf {
  readonly skills: readonly IndexedSkill[];
  readonly loaded: Map<string, SkillFiles>;
}

/** Loads the bodies that a model chose, as many as a round may; one answer for each, those of coordination skills first. */
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
        content: `The skill ${quote(skill.name)} is loaded already.`,
        event: { kind: "again", tier: 2, skill: skill.name },
      };
    if (room === 0)
      return refusal(
        `the skill ${quote(skill.name)} was not loaded: ${config.bodiesPerRound} in a round are the most, select it in the next`,
        { skill: skill.name },
      );
    const answer = loadBody(skill, shelf, config);
    if (!answer.failed) room--;
    return answer;
  });
}

/** Reads a body and makes it fit for the conversation, with its source and its path. */
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
      ...about,
      kind: "activate",
      tier: 2,
      ...(fitted.notes.length > 0 && { text: fitted.notes.join("; ") }),
    },
  };
}

/** The body as it may be shown, however long it is. */
export function readBody(
  skill: IndexedSkill,
  { blockAngleBrackets }: ReactConfig,
): { readonly body: CleanText; readonly bytes: number } | { readonly refused: Answer } {
  const whole = readWhole(skill, "SKILL.md");
  if ("refused" in whole) return whole;
  const frontmatter = parseSubset(whole.text, blockAngleBrackets);
  if ("objection" in frontmatter)
    return {
      refused: refusal(`the skill ${quote(skill.name)} cannot be read any more: ${frontmatter.objection}`, {
        skill: skill.name,
        file: "SKILL.md",
      }),
    };
  return { body: cleanBody(whole.text.slice(frontmatter.end)), bytes: whole.bytes };
}

/** Why a model cannot have a skill, with all those that it can have. */
export function unknownSkill({ name, source }: SkillReference, skills: readonly IndexedSkill[]): string {
  const known = skills.map((skill) => `${quote(skill.name)} (${skill.scope})`);
  return `there is no skill ${quote(name)}${source === undefined ? "" : ` of source ${quote(source)}`}; ${known.length === 0 ? "there are none" : `there are ${series(known)}`}`;
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
