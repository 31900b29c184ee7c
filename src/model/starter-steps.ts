/**
 * The steps that `skills init` writes into a new SKILL.md. They apply to any skill, until the author replaces them.
 */
export const starterSteps = `1. Read the request, and the files that it names.
2. Do what it asks for. Where it can be read in two ways, ask before a file is changed.
3. Tell the user what was done, what was left, and which files have changed.
`;
