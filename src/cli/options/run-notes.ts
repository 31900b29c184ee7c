import { agentNotes } from "./agent-notes.ts";

/** For the end of the help of `skills run`. */
export const runNotes = `Models:
  lexical             activates the skill with which the prompt has most words
                      in common, and reads the documents that it names; that
                      says nothing of what a model would choose
  scripted:FILE       the steps of a scenario
  replay:FILE         what was said in an earlier run, as --format json printed
                      it
  command:'PROGRAM …' a program of yours that speaks JSON lines

${agentNotes}
Examples:
  skills run 'Fill the form in form.pdf'
  skills run '/pdf-forms form.pdf' --client harness9
  skills run 'Fill it' --client react-actions --model command:'python3 agent.py'
  skills run 'Fill it' --model scripted:fills.scenario.yaml --root skills
  skills run 'Fill it' --format json > session.json

Exit codes:
  0  answered
  1  ended without an answer
  2  it could not be done: bad usage, no skill in scope, or the model could not
     go on
`;
