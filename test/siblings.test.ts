import { expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { makeTree } from "./support/tree.ts";

function skill(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`;
}

const about = "Tunes agents. Use when an agent is slow.";
const tree = {
  "skills/agent-eval/SKILL.md": skill(
    "agent-eval",
    ">-\n  Rates agents. Use when agents are compared.\n  For speed use agent-tuning instead, or the agent-platform-eval skill, or use agent-eval-cards instead.",
  ),
  "skills/agent-plan/SKILL.md": skill("agent-plan", "Plans agents. Use when agents are planned."),
  "skills/agent-tuning/SKILL.md": skill("agent-tuning", about),
  "skills/agent-eval-cards-made/SKILL.md": skill("agent-eval-cards-made", about),
};

async function absent(paths: readonly string[]) {
  const { report } = await lint({ paths, cwd: makeTree(tree) });
  const findings = report.subjects
    .flatMap(({ findings }) => findings)
    .filter(({ ruleId }) => ruleId === "sibling-absent");
  return findings.map((finding) => ({
    message: finding.message,
    line: finding.excerpt?.line,
    column: finding.start?.column,
    end: finding.end?.column,
  }));
}

it("knows the skills beside those that were named, and points at the name in a block", async () => {
  const line =
    "  For speed use agent-tuning instead, or the agent-platform-eval skill, or use agent-eval-cards instead.";
  const expected = [
    {
      message:
        'description refers to the skill "agent-eval-cards", which does not exist; did you mean "agent-eval-cards-made"?',
      line,
      column: line.indexOf("agent-eval-cards") + 1,
      end: line.indexOf("agent-eval-cards") + 17,
    },
  ];
  expect(await absent(["skills/agent-eval", "skills/agent-plan"])).toEqual(expected);
  expect(await absent(["."])).toEqual(expected);
});

it("says of a reference to the skill beside whether there is one", async () => {
  const body = "Read [a](../pdf-split), [b](../pdf-join/SKILL.md), [c](../shared/x.md).\n";
  const cwd = makeTree({
    "s/pdf-forms/SKILL.md": `---\nname: pdf-forms\ndescription: Fills forms.\n---\n${body}`,
    "s/pdf-split/SKILL.md": skill("pdf-split", "Splits."),
  });
  const { report } = await lint({ paths: ["s/pdf-forms"], cwd });
  expect(
    report.subjects[0]!.findings.filter(({ ruleId }) => ruleId === "reference-escapes").map(
      ({ message }) => message,
    ),
  ).toEqual([
    '"../pdf-split" is in another skill that may not be installed; refer to it by name or copy the file',
    '"../pdf-join/SKILL.md" does not exist; correct the path, or refer to the skill by its name',
    '"../shared/x.md" is outside the skill; use a path inside this skill',
  ]);
});
