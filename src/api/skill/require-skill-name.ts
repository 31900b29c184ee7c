import { nameProblem } from "../../archive/name-problem.ts";
import { validatorIds } from "../../model/validator.ts";
import { SkillsError } from "../../core/errors.ts";
import { trimEnd } from "../../core/white-space.ts";
import { openMemory } from "../../model/memory-source.ts";
import targetAnswer from "../../rules/clients/target-answer.ts";
import { skillRules } from "../../rules/lists/skill-rules.ts";
import { examineSkill } from "../../lint/examine-skill.ts";

/** Words that Anthropic reserves; see rules/name-reserved-word.ts. */
const reserved = /anthropic|claude/;

/**
 * Throws a SkillsError if a target refuses the name, or if it is not a valid directory name on every system.
 * `command` builds the suggested command from a valid name and the directory that the user wrote before the name, if
 * any. `present` is a name that is already taken.
 */
export function requireSkillName(
  written: string,
  command: (name: string, folder?: string) => string,
  present?: string,
): void {
  const [message, ...others] = objections(written);
  if (message === undefined) return;
  const { folder, last } = splitPath(written);
  const near = proposeName(last);
  const proposal = near !== undefined && near === present ? proposeName(`${near}-2`) : near;
  throw new SkillsError("bad-usage", message, {
    others,
    ...(proposal !== undefined && { hint: `for example: ${command(proposal, folder)}` }),
  });
}

/** Splits a relative path without "..", which the user wrote instead of a name. */
function splitPath(written: string): { readonly folder?: string; readonly last: string } {
  const steps = written.split(/[\\/]/);
  const isPath = steps.length > 1 && steps.every((step) => step !== "" && step !== "." && step !== "..");
  return isPath ? { folder: steps.slice(0, -1).join("/"), last: steps.at(-1) ?? written } : { last: written };
}

function objections(name: string): readonly string[] {
  if (name.trim() === "") return ["the name is empty; use lower-case words joined by hyphens"];
  const document = `---\nname: ${JSON.stringify(name)}\ndescription: Any.\n---\n\nAny.\n`;
  const { subject } = examineSkill(openMemory(name, { "SKILL.md": document }), {
    targets: validatorIds,
    rules: skillRules,
  });
  const refusals = subject.findings.filter(({ severity }) => severity === "error");
  const ours = refusals.filter(({ ruleId }) => ruleId !== targetAnswer.meta.id);
  // Messages of clients are used only if no rule reports the problem.
  const errors = (ours.length > 0 ? ours : refusals).map(({ message }) => message);
  const problem = errors.length === 0 ? nameProblem(name)?.message : undefined;
  return problem === undefined ? errors : [problem];
}

/** As the hint of `requireSkillName` proposes it; undefined if no character of the name is allowed. */
export function proposeSkillName(written: string): string | undefined {
  return proposeName(splitPath(written).last);
}

/** The valid name that is most similar to the given one; undefined if none of its characters are allowed. */
function proposeName(written: string): string | undefined {
  const plain = written
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== "" && !reserved.test(word));
  const name = trimEnd(words.join("-").slice(0, 64), "-");
  return name !== "" && objections(name).length === 0 ? name : undefined;
}
