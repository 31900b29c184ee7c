import { Buffer, isUtf8 } from "node:buffer";
import { SkillsError } from "../../core/errors.ts";
import { rootOf, type Siblings } from "../../model/collection.ts";
import type { Diagnostic } from "../../model/report.ts";
import type { SkillSource } from "../../model/source.ts";
import { parseSkillMd } from "../../parse/skill-md.ts";
import { decodeText } from "../../parse/decode.ts";
import { documentName } from "../../model/document-name.ts";
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
import { digestOf, type Head, openHead } from "../../lint/saved-skill.ts";
import type { LintedSkill } from "../../lint/lint-run.ts";
import type { ResultCache } from "../cache/result-cache.ts";
import { type BesideRecord, isBesideSame, recordBeside } from "../cache/beside-record.ts";
import type { Surroundings } from "../../find/surroundings.ts";
import type { LintMemory } from "./lint-memory.ts";

type Looked = Pick<LintedSkill, "subject" | "collected">;

/** Where findings of earlier runs may be, and what else the findings depend on. */
interface Earlier extends Pick<Surroundings, "namesBeside"> {
  readonly memory: LintMemory | undefined;
  readonly cache: ResultCache | undefined;
  /** What the findings depend on, besides the skills and their surroundings. */
  readonly about: readonly unknown[];
}

/**
 * Runs the collection rules over all skills in scope. If only some are selected, only these are reported: their
 * descriptions are compared with each other, and their names with the directories of the others, which are opened only
 * if a name seems to conflict.
 */
export function checkTogether(
  skills: readonly Looked[],
  { inScope }: Pick<SelectedSources, "inScope">,
  options: CollectionOptions,
  earlier: Earlier,
): CollectionFindings {
  if (skills.length === inScope.length)
    return checkAll(
      skills.flatMap(({ collected }) => collected),
      options,
      earlier,
    );
  if (skills.length === 0) return new Map();
  const lookedAt = new Map(skills.map(({ subject, collected }) => [subject.path, collected.map(openHead)]));
  const checkNames = (ofOther: (source: SkillSource) => Collected | undefined): CollectionFindings => {
    const collected = inScope.flatMap((source) => lookedAt.get(source.label) ?? ofOther(source) ?? []);
    const siblings = siblingsOf(collected, earlier.namesBeside);
    const findings = checkCollection(collected, { ...options, siblings, over: "names" });
    return new Map(Array.from(findings).filter(([path]) => lookedAt.has(path)));
  };
  const suspected = checkNames(byDirectory);
  const named = suspected.size > 0 ? checkNames(collectHead) : suspected;
  const collected = Array.from(lookedAt.values()).flat();
  return join(named, checkCollection(collected, { ...options, over: "descriptions" }));
}

function checkAll(heads: readonly Head[], options: CollectionOptions, earlier: Earlier): CollectionFindings {
  const { memory, cache } = earlier;
  const { of, result: known } = memory?.together ?? {};
  if (known && of?.length === heads.length && of.every((each, at) => each === heads[at])) return known;
  const result =
    cache && heads.length > 1
      ? findOrCheck(heads, options, { ...earlier, cache })
      : checkHeads(heads, options, earlier.namesBeside);
  if (memory) memory.together = { of: heads, result };
  return result;
}

/** The findings of a run over the same skills, and what that run asked about their surroundings. */
interface SavedFindings {
  readonly findings: readonly (readonly [path: string, findings: readonly Diagnostic[]])[];
  readonly beside: BesideRecord;
}

function findOrCheck(
  heads: readonly Head[],
  options: CollectionOptions,
  { cache, about, namesBeside }: Earlier & { readonly cache: ResultCache },
): CollectionFindings {
  const compared = heads.map((head) => [head.directory, digestOf(head, cache.digest)]);
  const { saved, store } = cache.findTogether<SavedFindings>([about, compared]);
  if (saved && isBesideSame(saved.beside, namesBeside)) return new Map(saved.findings);
  const recorded = recordBeside(namesBeside);
  const findings = checkHeads(heads, options, recorded.namesBeside);
  store({ findings: Array.from(findings), beside: recorded.record() });
  return findings;
}

function checkHeads(
  heads: readonly Head[],
  options: CollectionOptions,
  namesBeside: Surroundings["namesBeside"],
): CollectionFindings {
  const collected = heads.map(openHead);
  return checkCollection(collected, { ...options, siblings: siblingsOf(collected, namesBeside) });
}

/** Lists the directories next to a skill only if a rule asks for them, as when a description names another skill. */
function siblingsOf(collected: readonly Collected[], namesBeside: Surroundings["namesBeside"]): Siblings {
  const directories = new Map(collected.map(({ skill, directory }) => [skill.path, directory]));
  return {
    get: (path) => {
      const directory = directories.get(path);
      return directory === undefined ? undefined : namesBeside(directory);
    },
  };
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
