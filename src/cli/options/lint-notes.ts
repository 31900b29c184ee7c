import { targetNotes } from "./check-options.ts";
import { configNotes } from "./config-option.ts";
import { fixNotes, threeCommands } from "./lint-options.ts";
import { outputNotes } from "./output-option.ts";
import { scopeNotes } from "./scope-options.ts";
import { suppressionNotes } from "./suppression-options.ts";

/** For the end of the help of `skills lint`. */
export const lintNotes = `One engine, three commands:
${threeCommands}
${targetNotes}
${outputNotes}
${scopeNotes}
${fixNotes}
Rules:
  --rule sets what the findings of a rule count as. Where a chosen target
  refuses the skill, and where its user is in danger, they stay errors; "off"
  hides them, errors too, but no target accepts a skill for it. "skills
  validate" has no such option: it says what the targets say.
${suppressionNotes}
Config:
${configNotes}
Examples:
  skills lint                           every skill below the working directory
  skills lint --fix my-skill
  skills lint --dry-run --unsafe-fixes . > fixes.patch
  skills lint --rule body-length=off --rule reference-broken=error .
  skills lint --changed origin/main
  skills lint --write-baseline skills.baseline.json
  skills lint --format github -o results.sarif -o markdown=summary.txt

Exit codes:
  0  no errors, and no more warnings than --max-warnings; a dry run that would
     change nothing
  1  problems found, or left after fixing; a dry run that would change something
  2  it could not be done: bad usage, nothing to read, no skill in scope, a file
     that cannot be written or that changed meanwhile
`;
