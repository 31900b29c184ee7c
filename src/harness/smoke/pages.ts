import type { RuleMeta } from "../../model/rule.ts";
import type { SmokeCheck } from "../../model/smoke.ts";

/** What is to be said of one check. */
export type SmokePage = Pick<RuleMeta, "summary" | "why" | "remedy" | "source">;

const guide = "https://agentskills.io/client-implementation/adding-skills-support";
const disclosure = "https://agentskills.io/specification#progressive-disclosure";
const references = "https://agentskills.io/specification#file-references";
const watch =
  "Run `skills test` on the skill, which shows what happened; where an agent is wrong about a skill that is right, it is the agent's to mend.";

/** The checks of the smoke test, explained as rules are. */
export const smokePages = {
  budget: {
    summary: "Reports a skill that costs more tokens at a stage than its limit.",
    why: "What is announced is paid for in every session, and what is loaded stays in the conversation.",
    remedy:
      "Shorten the description, or move what is not needed every time from the body to files that it names.",
    source: disclosure,
  },
  modes: {
    summary: "Reports scripts that are run by their path alone.",
    why: "Several installers drop the right to run a file, and some file systems have none: the command that worked for the author then fails.",
    remedy: "Write the interpreter in front, such as `python3 scripts/fill.py`.",
    source: "https://agentskills.io/specification#scripts-directory",
  },
  announced: {
    summary: "Reports a skill that an agent leaves out, or announces otherwise than its fields ask.",
    why: "For whoever uses that agent the skill is not there, and most agents do not say so.",
    remedy:
      "The agent's reason stands in the finding; plain values on one line, in quotes where they hold a colon, are read by all.",
    source: guide,
  },
  activated: {
    summary: "Reports a skill whose instructions are not loaded when it is called by its name.",
    why: "The agent knows that there is such a skill and can do nothing with it.",
    remedy: "The agent's reason stands in the finding; often the body is longer than it takes.",
    source: guide,
  },
  body: {
    summary: "Reports instructions that reach the model otherwise than they stand in the file.",
    why: "What the author wrote and tried is not what the model goes by.",
    remedy: watch,
    source: guide,
  },
  references: {
    summary: "Reports a file that the instructions name and that an agent does not get by that path.",
    why: "The agent goes on without the instructions or the script that it was promised.",
    remedy:
      "Name each file by its path from the skill's root, in the spelling of the disk, and keep it in the skill.",
    source: references,
  },
  again: {
    summary: "Reports a skill whose second activation does not come to what the agent documents.",
    why: "Instructions that stand in a conversation twice are paid for twice.",
    remedy: watch,
    source: guide,
  },
  escapes: {
    summary: "Reports a path or link out of the skill that an agent does not refuse.",
    why: "By it a skill would reach files of the person who installed it.",
    remedy: "Take links that lead out of the skill out of it, and keep what it needs inside.",
    source: guide,
  },
  reads: {
    summary: "Reports files that an agent reads before anything asks for them.",
    why: "What is not needed must not be loaded: that is what makes many skills affordable.",
    remedy: watch,
    source: disclosure,
  },
  nested: {
    summary: "Reports a second SKILL.md inside a skill, which some agents take for a skill of its own.",
    why: "The one is a file to some agents and a skill to others.",
    remedy: "Move it to a directory of its own, or give an example another name, such as SKILL.example.md.",
    source: guide,
  },
} as const satisfies Record<SmokeCheck, SmokePage>;
