import { plainFile, type StarterFile } from "./starter-file.ts";

/**
 * Evals in the form of https://agentskills.io/skill-creation/evaluating-skills: what they expect is what the steps in SKILL.md ask for. The first
 * one has the description's own words, so that `skills test` can tell without a model whether they lead to the skill.
 */
export function evalsFile(name: string, description: string): StarterFile {
  const evals = [
    {
      id: 1,
      prompt: `${firstSentence(description)} Do that for the file that I have just added, and write the result to a new one.`,
      expected_output:
        "The task of the skill is done for the file that was added last, and the result is in a new file.",
      assertions: [`The agent uses the ${name} skill.`, "The answer names the file that was written."],
    },
    {
      id: 2,
      prompt: `Do with these files what the ${name} skill is for; one of them is empty and can be left out.`,
      expected_output: "The task of the skill is done for every file that is not empty.",
      assertions: ["The answer says which file was left out."],
    },
    {
      id: 3,
      prompt: `Before you change anything: which of my files would the ${name} skill touch, and what would it make of them?`,
      expected_output: "A list of the files and what is planned for each; no file is changed.",
      assertions: ["No file has changed.", "The answer names at least one file, or says that there is none."],
    },
  ];
  return plainFile("evals/evals.json", `${JSON.stringify({ skill_name: name, evals }, null, 2)}\n`);
}

function firstSentence(text: string): string {
  const [first = text] = text.split(/(?<=[.!?。！？])\s*/u);
  return /[.!?。！？]$/u.test(first) ? first : `${first}.`;
}
