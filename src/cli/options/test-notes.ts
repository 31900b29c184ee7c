import { agentNotes } from "./agent-notes.ts";

/** For the end of the help of `skills test`. */
export const testNotes = `What is tested of every skill, in each agent:
  announced   it is in the catalogue, or hidden as its fields ask
  activated   its instructions are loaded when it is called by its name
  body        what reaches the model is what the file holds
  references  each file that the instructions name can be had by the path given
  again       asking twice repeats nothing, or does what the agent documents
  escapes     "..", absolute paths and links that lead out are refused
  reads       nothing was read but its head, its instructions when they were
              called for, and the files asked for
  nested      what a second SKILL.md inside it is to the agent
and whatever the agent: budget, its tokens at each tier; and modes, the commands
that break where an installer drops the executable bits.
  An agent that leaves a skill out fails "announced", with its reason: choose
  the agents that matter to you by --system.

What is played:
  *.scenario.yaml in a skill, or named as a PATH, and files of evals; by
  --update the trace of each scenario is kept beside it, and must stay as it is.
  "skills check" plays none of them. A scenario in a skill goes into its
  archive, unless a .skillignore names it.
  It can be proved what an agent does with a skill; not that a model would
  choose it. Evals of a skill of which nothing can be decided offline are told
  in a warning; those that you name by their path could not be measured.

Scope:
  --changed, --changed REF, --files-from and --files choose among skills as for
  skills lint; files of tests that are named are played in any case.

${agentNotes}
Examples:
  skills test                                 every skill here, in all agents
  skills test my-skill --system agentskills
  skills test my-skill --filter references --verbose
  skills test tests/fills-a-form.scenario.yaml --update
  skills test --changed origin/main
  skills test --format junit > junit.xml
  skills test --format json > before.json; skills test --baseline before.json

Exit codes:
  0  all passed, with warnings or without
  1  a test failed
  2  something could not be measured; or bad usage, or nothing there to test
`;
