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
  /** Without body, references and texts. */
  readonly skill: Skill;
  /** For what the specification refuses it, if it does: the first error that `skills validate` reports. */
  readonly error?: Diagnostic;
}

/** Reads a skill's listing and frontmatter, and checks them against the specification, which refuses nothing in the body. */
export function readHead(source: SkillSource): SkillHead {
  const { skill } = loadSkill({ ...source, read: (path) => withoutBody(source.read(path), path) }, []);
  const { diagnostics } = runRules(skill, skillRules, { targets: ["spec"], clientRefusals: [] });
  const error = diagnostics.find(({ severity }) => severity === "error");
  return { skill, ...(error && { error }) };
}

const fence = /^---\r?\n(?:[^]*?\n)??---\r?\n/;

/** To parse a body takes longer than all the rest. Where the fences are in doubt, or not all of it is UTF-8, it stays. */
function withoutBody(bytes: Uint8Array, path: string): Uint8Array {
  return path === documentName && isUtf8(bytes) ? bytes.subarray(0, bodyStart(bytes) ?? bytes.length) : bytes;
}

/** Offset of the line after the frontmatter; undefined if the fences are ambiguous. */
export function bodyStart(bytes: Uint8Array): number | undefined {
  return fence.exec(Buffer.from(bytes.subarray(0, 2 * limits.frontmatterBytes)).toString("latin1"))?.[0]
    .length;
}
