import { rootOf } from "../../core/collection.ts";
import type { SkillSource } from "../../core/source.ts";
import { decodeText } from "../../read/decode.ts";
import { documentName } from "../../read/document-name.ts";
import type { Selected } from "../scope/changed-skills.ts";
import {
  checkCollection,
  type Collected,
  type CollectionOptions,
  type CollectionResult,
} from "./check-collection.ts";
import { collectHead } from "./collect-head.ts";
import type { LintedSkill, LintMemory } from "./linted-skill.ts";

type Looked = Pick<LintedSkill, "subject" | "collected">;

/**
 * Runs the rules over all skills in scope taken together. Where only some are looked at, all that is said is said of these: descriptions
 * are compared among them, and names with the directories of the rest, none of which is opened unless a name seems to be at odds with them.
 */
export function checkTogether(
  skills: readonly Looked[],
  { inScope }: Pick<Selected, "inScope">,
  options: CollectionOptions,
  memory?: LintMemory,
): CollectionResult {
  if (skills.length === inScope.length)
    return checkAll(
      skills.flatMap(({ collected }) => collected),
      options,
      memory,
    );
  if (skills.length === 0) return { findings: new Map(), excerpts: new Map() };
  const lookedAt = new Map(skills.map(({ subject, collected }) => [subject.path, collected]));
  const checkNames = (ofOther: (source: SkillSource) => Collected | undefined): CollectionResult => {
    const collected = inScope.flatMap((source) => lookedAt.get(source.label) ?? ofOther(source) ?? []);
    const { findings, excerpts } = checkCollection(collected, { ...options, over: "names" });
    return { findings: new Map(Array.from(findings).filter(([path]) => lookedAt.has(path))), excerpts };
  };
  const suspected = checkNames(byDirectory);
  const named = suspected.findings.size > 0 ? checkNames(collectHead) : suspected;
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
): CollectionResult {
  const { of, result: known } = memory?.together ?? {};
  if (known && of?.length === collected.length && of.every((each, at) => each === collected[at]))
    return known;
  const result = checkCollection(collected, options);
  if (memory) memory.together = { of: collected, result };
  return result;
}

const nothing = decodeText(new Uint8Array()).source;

/** As its name is to be that of its directory. */
function byDirectory({ label, name, directory }: SkillSource): Collected {
  const skill = {
    path: label,
    root: rootOf(directory ?? label),
    directory: name,
    file: documentName,
    name,
    description: "",
  };
  return { skill, source: nothing, ...(directory !== undefined && { directory }) };
}

function join(one: CollectionResult, other: CollectionResult): CollectionResult {
  const paths = new Set([...one.findings.keys(), ...other.findings.keys()]);
  const findings = new Map(
    Array.from(paths, (path) => [
      path,
      [...(one.findings.get(path) ?? []), ...(other.findings.get(path) ?? [])],
    ]),
  );
  return { findings, excerpts: new Map([...one.excerpts, ...other.excerpts]) };
}
