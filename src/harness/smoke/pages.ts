import type { RuleMeta } from "../../model/rule.ts";
import type { SmokeCheck } from "../../model/smoke.ts";

/** The documentation of one check. */
export type SmokePage = Pick<RuleMeta, "summary" | "why" | "remedy" | "source">;

const guide = "https://agentskills.io/client-implementation/adding-skills-support";
const disclosure = "https://agentskills.io/specification#progressive-disclosure";
const references = "https://agentskills.io/specification#file-references";
const watch =
  "Run `skills test` on the skill to see the transcript. If the skill is correct, report the problem to the agent's developers.";

/** The checks of the smoke tests, documented like rules. */
export const smokePages = {
  budget: {
    summary: "Reports a skill that costs more tokens at a tier than its limit allows.",
    why: "The catalog entry costs tokens in every session, and loaded instructions stay in the conversation.",
    remedy: "Shorten the description, or move what is rarely needed from the body to files it refers to.",
    source: disclosure,
  },
  modes: {
    summary: "Reports scripts that are run by bare path, without an interpreter.",
    why: "Several installers drop the executable bit, and some file systems do not have one. The command then fails for users although it worked for the author.",
    remedy: "Put the interpreter before the path, such as `python3 scripts/fill.py`.",
    source: "https://agentskills.io/specification#scripts-directory",
  },
  announced: {
    summary:
      "Reports a skill that an agent does not list, lists with another description, or lists although the skill's fields hide it.",
    why: "Users of that agent do not have the skill, or its model does not learn when to use it, and most agents do not report it.",
    remedy:
      "See the agent's reason in the finding. All agents read plain one-line values; quote values that contain a colon.",
    source: guide,
  },
  activated: {
    summary: "Reports a skill whose instructions are not loaded when it is activated by name.",
    why: "The agent lists the skill but cannot use it.",
    remedy: "See the agent's reason in the finding. Often the body exceeds the agent's limit.",
    source: guide,
  },
  body: {
    summary:
      "Reports text that the agent changes, for example by expanding variables, before the model receives it.",
    why: "The model follows a different text from the one that the author wrote and tested.",
    remedy: watch,
    source: guide,
  },
  references: {
    summary: "Reports a file that an agent cannot read by the path in the instructions.",
    why: "The agent continues without the instructions or the script it needs.",
    remedy:
      "Refer to each file by its path from the skill's root, spelled as on disk, and put it in the skill.",
    source: references,
  },
  again: {
    summary: "Reports a skill whose second activation differs from what the agent documents.",
    why: "Instructions that are in a conversation twice cost their tokens twice.",
    remedy: watch,
    source: guide,
  },
  escapes: {
    summary: "Reports a path or symlink to a file outside the skill that an agent does not refuse.",
    why: "Through it, a skill can reach other files of the user who installed it. Only react-actions documents that it refuses such paths; for the other agents the harness does, and their users rely on the agent's permissions.",
    remedy: "Remove symlinks that point outside the skill, and copy the files it needs into it.",
    source: guide,
  },
  reads: {
    summary: "Reports files that an agent reads before they are needed.",
    why: "An agent can only offer many skills if it loads each part when it is needed.",
    remedy: watch,
    source: disclosure,
  },
  nested: {
    summary: "Reports a nested SKILL.md, which some agents treat as a separate skill.",
    why: "Some agents treat it as a file, others as a skill.",
    remedy: "Move it to its own skill directory, or rename an example, for instance to SKILL.example.md.",
    source: guide,
  },
} as const satisfies Record<SmokeCheck, SmokePage>;
