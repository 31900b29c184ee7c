import { Buffer, isUtf8 } from "node:buffer";
import { runRules } from "../../lint/run-rules.ts";
import { limits } from "../../model/limits.ts";
import type { Diagnostic } from "../../model/report.ts";
import type { Skill } from "../../model/skill.ts";
import type { SkillSource } from "../../model/source.ts";
import { documentName } from "../../model/document-name.ts";
import { skillRules } from "../../rules/lists/skill-rules.ts";
import { loadSkill } from "../../lint/load-skill.ts";

/** The parts of a skill that a list needs. */
export interface SkillHead {
  /** Has no body, references or texts. */
  readonly skill: Skill;
  /** The first error that `skills validate` reports for the specification; absent if there is none. */
  readonly error?: Diagnostic;
}

/**
 * Reads a skill's listing and frontmatter, and checks both against the specification, which has no requirements for
 * the body.
 */
export function readHead(source: SkillSource): SkillHead {
  const { skill } = loadSkill({ ...source, read: (path) => withoutBody(source.read(path), path) }, []);
  const { diagnostics } = runRules(skill, skillRules, { targets: ["spec"], validatorRefusals: [] });
  const error = diagnostics.find(({ severity }) => severity === "error");
  return { skill, ...(error && { error }) };
}

const fence = /^---\r?\n(?:[^]*?\n)??---\r?\n/;

/**
 * Cuts off the body, as parsing it takes longer than everything else. The body stays if the fences are ambiguous or
 * the bytes are not UTF-8.
 */
function withoutBody(bytes: Uint8Array, path: string): Uint8Array {
  return path === documentName && isUtf8(bytes) ? bytes.subarray(0, bodyStart(bytes) ?? bytes.length) : bytes;
}

/** Offset of the line after the frontmatter; undefined if the fences are ambiguous. */
export function bodyStart(bytes: Uint8Array): number | undefined {
  return fence.exec(Buffer.from(bytes.subarray(0, 2 * limits.frontmatterBytes)).toString("latin1"))?.[0]
    .length;
}
