import { targetNotes } from "./check-options.ts";
import { configNotes } from "./config-option.ts";
import { fixNotes, threeCommands } from "./lint-options.ts";
import { outputNotes } from "./output-option.ts";
import { scopeNotes } from "./scope-options.ts";
import { suppressionNotes } from "./suppression-options.ts";

/** For the end of the help of `skills check`. */
export const checkNotes = `One engine, three commands:
${threeCommands}
Without a PATH:
  The skill that the working directory is, or is in; else those in
  .agents/skills, .claude/skills, .github/skills and skills; else all below, as
  always with --changed, --files-from and --files.

${targetNotes}  Uploaders, for which the skill is packed in memory:
    claude-ai, claude-api, openai, gemini, clawhub, langfuse, well-known
  Systems of agents, which are played with the skill, without a model:
    agentskills, agio, react-actions, spring-ai-alibaba, harness9
  All are asked. Of those not chosen only what they refuse is told, as a
  warning; what chosen ones may refuse, or find odd, is told as a note.

${outputNotes}
${scopeNotes}
${fixNotes}  They are made first, and what is left is checked.

Rules:
  --rule is as for skills lint, and takes the ids of what targets say, too:
  upload-claude-ai, smoke-references and so on; see "skills explain".
${suppressionNotes}
Config:
${configNotes}
Examples:
  skills check                            the skills of this project
  skills check my-skill
  skills check --fix my-skill
  skills check --target spec,claude-ai,agentskills my-skill
  skills check --changed origin/main --format github
  skills check --rule smoke-announced=off --format json -o summary.md

Exit codes:
  0  no errors, and no more warnings than --max-warnings
  1  problems found, or left after fixing; a dry run that would change something
  2  it could not be done: bad usage, nothing to read, no skill in scope, a file
     that cannot be written or changed meanwhile, or the smoke tests do not
     tell a sound skill from an unsound one
`;
