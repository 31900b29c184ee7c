import type { CollectedSkill } from "../core/collection.ts";
import type { Diagnostic } from "../core/report.ts";
import type { SkillSource } from "../core/source.ts";
import { decodeText } from "../read/decode.ts";
import type { Selected } from "./changed-skills.ts";
import { checkCollection, type Collected, type CollectionOptions, type CollectionResult } from "./check-collection.ts";
import { collectHead } from "./collect-head.ts";
import type { LintedSkill, LintMemory } from "./linted-skill.ts";

type Looked = Pick<LintedSkill, "subject" | "collected">;

export interface Together extends CollectionResult {
  /** Those of the skills that nobody looked at of which something is said because of the others. */
  readonly neighbours: readonly SkillSource[];
}

/**
 * Runs the rules over all skills in scope taken together, of which only some were looked at: all that is said of these is reported,
 * and of the rest what would not be said if these were left out and those that are gone were still there. What two skills have
 * between them is said of the one that was looked at alone.
 */
export function checkTogether(skills: readonly Looked[], { inScope, gone }: Selected, options: CollectionOptions, memory?: LintMemory): Together {
  if (skills.length === inScope.length) return checkAll(skills.flatMap(({ collected }) => collected), options, memory);
  if (skills.length + gone.length === 0) return { findings: new Map(), excerpts: new Map(), neighbours: [] };
  const lookedAt = new Map(skills.map(({ subject, collected }) => [subject.path, collected]));
  const collected = inScope.flatMap((source) => lookedAt.get(source.label) ?? collectHead(source) ?? []);
  const { findings, excerpts } = checkCollection(collected, options);
  const others = collected.filter(({ skill }) => !lookedAt.has(skill.path));
  const isOld = others.some(({ skill }) => findings.has(skill.path)) ? knownBefore([...others, ...gone.map(asCollected)], options) : () => false;
  const isShared = ({ related }: Diagnostic): boolean => related.some(({ skill }) => skill !== undefined && lookedAt.has(skill));
  const reported = new Map<string, readonly Diagnostic[]>();
  for (const [path, all] of findings) {
    const kept = lookedAt.has(path) ? all : all.filter((finding) => !isShared(finding) && !isOld(path, finding));
    if (kept.length > 0) reported.set(path, kept);
  }
  return { findings: reported, excerpts, neighbours: inScope.filter(({ label }) => reported.has(label) && !lookedAt.has(label)) };
}

function checkAll(collected: readonly Collected[], options: CollectionOptions, memory?: LintMemory): Together {
  const { of, result: known } = memory?.together ?? {};
  if (known && of?.length === collected.length && of.every((each, at) => each === collected[at])) return known;
  const result = { ...checkCollection(collected, options), neighbours: [] };
  if (memory) memory.together = { of: collected, result };
  return result;
}

/** Which findings were there already. */
function knownBefore(collected: readonly Collected[], options: CollectionOptions): (path: string, finding: Diagnostic) => boolean {
  const { findings } = checkCollection(collected, { ...options, around: undefined });
  const known = new Set(Array.from(findings).flatMap(([path, all]) => all.map((finding) => keyOf(path, finding))));
  return (path, finding) => known.has(keyOf(path, finding));
}

/** Without numbers, as how many skills there are, and how close two of them come, changes with every skill. */
function keyOf(path: string, { ruleId, message }: Diagnostic): string {
  return `${ruleId}\n${path}\n${message.replace(/\d[\d.,]*/g, "0")}`;
}

function asCollected(skill: CollectedSkill): Collected {
  return { skill, source: decodeText(new Uint8Array()).source };
}
