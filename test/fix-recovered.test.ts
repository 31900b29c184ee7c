import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { lint } from "../src/api/lint/lint.ts";
import { parsed, values } from "./support/parsed.ts";
import { makeTree } from "./support/tree.ts";

const description = "Fills PDF forms. Use when a PDF form must be filled.";

function skill(frontmatter: string): string {
  return `---\n${frontmatter}\n---\n\n# PDF forms\n\nFill the form.\n`;
}

/** The rules that report an error or warning, and the frontmatter after all unsafe fixes. */
async function fixed(frontmatter: string): Promise<{ rules: readonly string[]; after: string }> {
  const cwd = makeTree({ "pdf-forms/SKILL.md": skill(frontmatter) });
  const { report } = await lint({ paths: ["."], cwd });
  await lint({ paths: ["."], cwd, fix: "unsafe" });
  const text = readFileSync(path.join(cwd, "pdf-forms/SKILL.md"), "utf8");
  const rules = report.subjects.flatMap(({ findings }) =>
    findings.flatMap(({ ruleId, severity }) => (severity === "info" ? [] : [ruleId])),
  );
  return { rules, after: text.slice(4, text.indexOf("\n---\n", 4)) };
}

describe("tabs in frontmatter", () => {
  it.each([
    [
      "all fields below the name",
      `name: pdf-forms\n\tdescription: ${description}\n\tlicense: MIT`,
      { name: "pdf-forms", description, license: "MIT" },
    ],
    ["every field", `\tname: pdf-forms\n\tdescription: ${description}`, { name: "pdf-forms", description }],
    [
      "fields and, twice, their members",
      `name: pdf-forms\n\tdescription: ${description}\n\tmetadata:\n\t\tauthor: example-org\n\t\ttopic: "forms"`,
      { name: "pdf-forms", description, metadata: { author: "example-org", topic: "forms" } },
    ],
    [
      "fields by two tabs",
      `name: "pdf-forms"\n\t\tdescription: ${description}\n\t\tlicense: MIT`,
      { name: "pdf-forms", description, license: "MIT" },
    ],
    [
      "one field of three",
      `name: pdf-forms\ndescription: ${description}\n\tlicense: MIT`,
      { name: "pdf-forms", description, license: "MIT" },
    ],
    [
      "members alone",
      `name: pdf-forms\ndescription: ${description}\nmetadata:\n\tauthor: example-org`,
      { name: "pdf-forms", description, metadata: { author: "example-org" } },
    ],
    [
      "the lines of a sentence",
      "name: pdf-forms\ndescription: Fills PDF forms.\n\tUse when a PDF form must be filled.",
      { name: "pdf-forms", description },
    ],
    [
      "the lines of a block",
      "name: pdf-forms\ndescription: >-\n\tFills PDF forms.\n\tUse when a PDF form must be filled.",
      { name: "pdf-forms", description },
    ],
  ])("before %s are reported alone, and the fix keeps every value", async (_, frontmatter, expected) => {
    const { rules, after } = await fixed(frontmatter);
    expect(rules).toEqual(["frontmatter-yaml"]);
    expect(parse(after)).toEqual(expected);
  });

  it("are not changed if the indented line may be a field or a sentence", async () => {
    const frontmatter = "name: pdf-forms\ndescription: Fills PDF forms.\n\tUse when: a form must be filled.";
    expect(await fixed(frontmatter)).toEqual({ rules: ["frontmatter-yaml"], after: frontmatter });
  });
});

it.each([
  ["fields that blanks indent", `name: PDF Forms\n  description: ${description}\n  license: MIT`],
  ["a quote that nothing closes", `name: "PDF Forms\ndescription: ${description}\nlicense: MIT`],
  ["text behind a quote", `name: "PDF" Forms # a name\ndescription: ${description}\nlicense: MIT`],
  ["a list that nothing closes", `name: [PDF Forms\ndescription: ${description}\nlicense: MIT`],
])("preserves every line of %s", async (_, frontmatter) => {
  const { after } = await fixed(frontmatter);
  for (const text of [description, "MIT"]) expect(after).toContain(text);
});

it.each([
  ["Use when: a form must be filled.", "certain"],
  ['"a" and b', "certain"],
  ["`a` # or not", "guess"],
  ["a\n  license: MIT", "guess"],
])("rates the recovery of %j as certain or a guess", (text, recovered) => {
  const document = parsed(skill(`name: pdf-forms\ndescription: ${text}`));
  expect(document.frontmatter?.fields.get("description")?.recovered).toBe(recovered);
  expect(document.frontmatter?.fields.get("name")?.recovered).toBeUndefined();
  expect(values(document)["name"]).toBe("pdf-forms");
});

it("still reports security findings in a value that cannot be parsed", async () => {
  const cwd = makeTree({
    "pdf-forms/SKILL.md": skill(
      'name: pdf-forms\ndescription: "Fills\u202e forms" # "now\nlicense: "MIT" # x"',
    ),
  });
  const { report } = await lint({ paths: ["."], cwd });
  const rules = report.subjects.flatMap(({ findings }) => findings.map(({ ruleId }) => ruleId));
  expect(rules).toContain("prompt-hidden-text");
});
