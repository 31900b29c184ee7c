import { expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

interface Report {
  readonly subjects: readonly {
    readonly findings: readonly { readonly ruleId: string; readonly start?: unknown }[];
  }[];
}

const description = "description: Counts words in text files. Use when someone asks for word counts.";

it.each([
  ["an empty name", `name:\n${description}`, "name-required"],
  ["a list as description", "name: count-words\ndescription: [TODO]", "field-type"],
  ["a text as metadata", `name: count-words\n${description}\nmetadata: text`, "metadata-format"],
  ["an empty list of tools", `name: count-words\n${description}\nallowed-tools: []`, "allowed-tools-format"],
])("reports %s once, with its line", async (_, fields, rule) => {
  const root = makeTree({ "count-words/SKILL.md": `---\n${fields}\n---\n# Words\n\nCount.\n` });
  const { stdout } = await runSkills(["lint", root, "--format", "json"]);
  const { subjects } = JSON.parse(stdout) as Report;
  const found = subjects.flatMap(({ findings }) => findings);
  expect(found.map(({ ruleId, start }) => [ruleId, start !== undefined])).toEqual([[rule, true]]);
});
