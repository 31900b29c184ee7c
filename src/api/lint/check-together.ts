import { Buffer, isUtf8 } from "node:buffer";
import { SkillsError } from "../../core/errors.ts";
import { rootOf } from "../../model/collection.ts";
import type { SkillSource } from "../../model/source.ts";
import { parseSkillMd } from "../../parse/skill-md.ts";
import { decodeText } from "../../parse/decode.ts";
import { documentName } from "../../model/document-name.ts";
import { besideFinder } from "../../read/skills-beside.ts";
import { skillMentions } from "../../rules/parts/skill-mentions.ts";
import type { SelectedSources } from "../scope/select-sources.ts";
import { loadSkill } from "../../lint/load-skill.ts";
import { bodyStart } from "../skill/skill-head.ts";
import {
  checkCollection,
  collect,
  type Collected,
  type CollectionFindings,
  type CollectionOptions,
} from "../../lint/check-collection.ts";
import type { LintedSkill } from "../../lint/lint-run.ts";
import type { LintMemory } from "./lint-memory.ts";

type Looked = Pick<LintedSkill, "subject" | "collected">;

/**
 * Runs the collection rules over all skills in scope. If only some are selected, only these are reported: their
 * descriptions are compared with each other, and their names with the directories of the others, which are opened only
 * if a name seems to conflict.
 */
export function checkTogether(
  skills: readonly Looked[],
  { inScope }: Pick<SelectedSources, "inScope">,
  options: CollectionOptions,
  memory?: LintMemory,
): CollectionFindings {
  if (skills.length === inScope.length)
    return checkAll(
      skills.flatMap(({ collected }) => collected),
      options,
      memory,
    );
  if (skills.length === 0) return new Map();
  const lookedAt = new Map(skills.map(({ subject, collected }) => [subject.path, collected]));
  const checkNames = (ofOther: (source: SkillSource) => Collected | undefined): CollectionFindings => {
    const collected = inScope.flatMap((source) => lookedAt.get(source.label) ?? ofOther(source) ?? []);
    const findings = checkBeside(collected, { ...options, over: "names" });
    return new Map(Array.from(findings).filter(([path]) => lookedAt.has(path)));
  };
  const suspected = checkNames(byDirectory);
  const named = suspected.size > 0 ? checkNames(collectHead) : suspected;
  return join(
    named,
    checkCollection(
      skills.flatMap(({ collected }) => collected),
      { ...options, over: "descriptions" },
    ),
  );
}

function checkAll(
  collected: readonly Collected[],
  options: CollectionOptions,
  memory?: LintMemory,
): CollectionFindings {
  const { of, result: known } = memory?.together ?? {};
  if (known && of?.length === collected.length && of.every((each, at) => each === collected[at]))
    return known;
  const result = checkBeside(collected, options);
  if (memory) memory.together = { of: collected, result };
  return result;
}

/** If a description names another skill, lists the directories next to the skill. */
function checkBeside(collected: readonly Collected[], options: CollectionOptions): CollectionFindings {
  if (!collected.some(({ skill }) => skillMentions(skill.description).length > 0))
    return checkCollection(collected, options);
  const namesBeside = besideFinder();
  const siblings = new Map(
    collected.flatMap(({ skill, directory }) =>
      directory === undefined ? [] : [[skill.path, namesBeside(directory)] as const],
    ),
  );
  return checkCollection(collected, { ...options, siblings });
}

const nothing = decodeText(new Uint8Array()).source;

/** Assumes that a skill has the same name as its directory. */
function byDirectory({ label, name, directory }: SkillSource): Collected {
  const skill = {
    path: label,
    root: rootOf(directory ?? label),
    directoryName: name,
    file: documentName,
    name,
    description: "",
  };
  return { skill, source: nothing, ...(directory !== undefined && { directory }) };
}

function join(one: CollectionFindings, other: CollectionFindings): CollectionFindings {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return new Map(Array.from(paths, (path) => [path, [...(one.get(path) ?? []), ...(other.get(path) ?? [])]]));
}

/** In bytes; longer than most frontmatter. If the frontmatter is longer, the whole skill is read. */
const headBytes = 8_192;

/** The data that collection rules need about an unselected skill. Reads only its frontmatter. */
export function collectHead(source: SkillSource): Collected | undefined {
  const head = headOf(source);
  if (!head) return collect(loadSkill(source, []).skill, source);
  const { source: text, facts } = decodeText(head);
  return collect(
    { label: source.label, name: source.name, document: parseSkillMd(documentName, text, facts) },
    source,
  );
}

/** Undefined if no file is named exactly SKILL.md, or if the end of the frontmatter is ambiguous. */
function headOf(source: SkillSource): Uint8Array | undefined {
  const bytes = readOrNothing(source);
  const end = bytes && bodyStart(bytes);
  const head = end === undefined ? undefined : bytes?.subarray(0, end);
  return head && isUtf8(head) ? Buffer.from(head) : undefined;
}

function readOrNothing(source: SkillSource): Uint8Array | undefined {
  try {
    return source.readHead(documentName, headBytes);
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}
