import { describe, expect, it } from "vitest";
import { run } from "../src/cli/commands/explain.ts";
import { explainAll, listAllRules } from "../src/api/explain.ts";
import { runInMemory, runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { widthOf } from "../src/core/text-width.ts";
import { schemaOf } from "./support/schema.ts";

const explain = (...args: readonly string[]) => runInMemory("skills", run, args);

it("explains a rule with an example of what it reports and of what it does not", async () => {
  expect(await explain("name-format")).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "name-format
    Reports a \`name\` that does not consist of lower-case letters and digits joined
    by single hyphens.

    Why       The name is an identifier that users type and that is used in paths: a
              dozen clients do not load a skill with a name in another form.
    Remedy    Use a-z, 0-9 and single hyphens in the name, and rename the directory
              to match.
    Severity  warning; error where a target refuses the skill: spec, skills-ref,
              claude-api, claude-ai, openai or 6 more
    Fix       unsafe: may change what the skill means, so review the result
    Category  spec
    Origin    spec https://agentskills.io/specification#name-field

    Reported: pdf-forms/SKILL.md
      | ---
      | name: PDF: Forms
      | description: Fills PDF forms. Use when a PDF form must be filled.
      | ---
      |
      | # PDF forms
      |
      | Fill the form.

      SKILL.md:2:7 name "PDF: Forms" has upper-case letters, contains ":" and " "
        and differs from its directory; write \`pdf-forms\`

    Also reported:
      name "-pdf-" starts with a hyphen and ends with a hyphen; use single hyphens
        between words
        2 | name: "-pdf-"
      name "PDF-Forms" has upper-case letters; use lower case
        2 | name: PDF-Forms
      name "pdf--forms" has two hyphens in a row; use single hyphens between words
        2 | name: pdf--forms
      name "pdf_forms now" contains "_" and " "; use only a-z, 0-9 and single
        hyphens
        2 | name: pdf_forms now
      name "Code_Review" has upper-case letters, contains "_" and differs from its
        directory; write \`code-review-and-quality\`
        2 | name: Code_Review
      name "Scaffold_Exercises" has upper-case letters and contains "_"; use only
        a-z, 0-9 and single hyphens
        2 | name: Scaffold_Exercises
      name "UnoCSS" has upper-case letters and differs from its directory; write
        \`unocss\`
        2 | name: UnoCSS
      name "हिन्दी" contains "ह", "ि", "न", "्", "द" and "ी", which the specification
        may not allow; use only a-z and 0-9
        2 | name: हिन्दी
      name "résumé" contains "é", which the specification may not allow; use only
        a-z and 0-9
        2 | name: résumé

    Not reported: pdf-forms/SKILL.md
      | ---
      | name: pdf-forms
      | description: Fills PDF forms. Use when a PDF form must be filled.
      | ---
      |
      | # PDF forms
      |
      | Fill the form.
    ",
    }
  `);
});

it("lists all rules by origin, one line each, and the archive codes", async () => {
  const { code, stdout, stderr } = await explain();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const rows = stdout.split("\n").filter((line) => line.startsWith("  "));
  expect(rows.map((line) => line.trim().split(/ +/)[1]).toSorted()).toEqual(
    listAllRules()
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(stdout.split("\n").filter((line) => /^\S/.test(line))).toEqual([
    "The Agent Skills specification",
    "The specification's reference implementation",
    "Agent clients and uploaders",
    "Best practices",
    "Archives (skills verify)",
    "skills explain RULE describes one rule, with examples.",
  ]);
  expect(stdout.split("\n")[1]).toBe(
    `  warning  ${"skill-file".padEnd(27)}  a skill without a readable file that is named exactly SKILL.md`,
  );
});

it("fits each rule of the list into one line of a terminal", async () => {
  const { stdout } = await runSkills(["explain", "--no-color"], { columns: 80 });
  const rows = stdout.split("\n").filter((line) => line.startsWith("  "));
  expect(rows.length).toBe(listAllRules().length);
  expect(rows.filter((line) => line.length > 80)).toEqual([]);
  expect(rows.some((line) => line.endsWith("…"))).toBe(true);
});

it("suggests the nearest rule for an unknown id", async () => {
  expect(await explain("name-fromat")).toEqual({
    code: 2,
    stdout: "",
    stderr:
      'skills: unknown rule "name-fromat"; did you mean "name-format"?\nskills explain lists all rules\n',
  });
  expect((await explain("\u001b[2J")).stderr).toBe(
    'skills: unknown rule "\\x1b[2J"\nskills explain lists all rules\n',
  );
});

describe("a location", () => {
  const files = {
    "forms/SKILL.md": `---
name: forms
description: Fills forms. Use when: a form must be filled
---
# Forms

See [the fields](docs/fields.md) and run a script of /usr/bin/env.
`,
    "forms/references/notes.md": "# Notes\n",
  };
  const at = (...args: readonly string[]) => runInMemory("skills", run, args, { cwd: makeTree(files) });

  it("shows the finding and the case of its reason", async () => {
    const { code, stdout } = await at("forms/SKILL.md:3");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^forms\/SKILL\.md\n {2}3:35 {2}error {2}unquoted/);
    expect(stdout).toContain("| description: Use when: a PDF form must be filled.");
    expect(stdout).not.toContain("double quote");
    expect((await at("forms/SKILL.md:3:35")).stdout).toBe(stdout);
  });

  it("has one page for each rule that found something in a file", async () => {
    const { stdout } = await at("forms/SKILL.md");
    expect(stdout).toContain("\nfrontmatter-yaml\n");
    expect(stdout).toContain("\nreference-broken\n");
  });

  it("prints the finding and the page as JSON", async () => {
    const report = JSON.parse((await at("forms/SKILL.md:7", "--format", "json")).stdout);
    expect(report).toMatchObject({
      command: "explain",
      subjects: [{ path: "forms", findings: [{ ruleId: "reference-broken" }] }],
      data: { rules: [{ meta: { id: "reference-broken" } }] },
    });
    expect(schemaOf("report")(report)).toBe(true);
  });

  it("ends with 2 where nothing is reported, and names lines with findings", async () => {
    expect(await at("forms/SKILL.md:4")).toEqual({
      code: 2,
      stdout: "",
      stderr: 'skills: nothing is reported at "forms/SKILL.md:4"\nthe file has findings on lines 3 and 7\n',
    });
    expect((await at("forms/references/notes.md:1")).code).toBe(2);
    expect((await at("nowhere/SKILL.md:1")).code).toBe(2);
  });

  it("finds a skill that is not below the working directory, and what only --security reports", async () => {
    const root = makeTree({
      ...files,
      "empty/x.txt": "x\n",
      "open/SKILL.md": skillMd("open", "```bash\ncat ~/.ssh/id_rsa\n```\n"),
    });
    const from = (cwd: string, location: string) =>
      runInMemory("skills", run, [location], { cwd: `${root}/${cwd}` });
    expect((await from("empty", "../forms/SKILL.md:3")).stdout).toContain("\nfrontmatter-yaml\n");
    const { code, stdout } = await from("open", "SKILL.md:7");
    expect([code, stdout]).toEqual([0, expect.stringContaining("\ncredential-path\n")]);
  });
});

it("has an example for each reason of a rule", async () => {
  const { stdout } = await explain("frontmatter-yaml");
  expect(stdout).toContain("Also reported:\n");
  expect(stdout).toContain(
    '  unquoted ": " in the value of "description"; quote it\n    3 | description: Use when',
  );
});

it("exits with 2 for a usage error", async () => {
  expect((await explain("name-format", "name-length")).code).toBe(2);
  expect((await explain("--format", "xml")).code).toBe(2);
  expect((await explain("--help")).code).toBe(0);
});

it("stays within 80 columns of printable text for every rule, even for unusual bytes in examples", async () => {
  for (const { id } of listAllRules()) {
    const { stdout } = await explain(id);
    expect(stdout.split("\n").filter((line) => widthOf(line) > 80 && !line.includes("://"))).toEqual([]);
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
  }
});

it("prints the same as JSON", async () => {
  const { stdout } = await explain("name-format", "--format", "json");
  const page = (await explainAll()).find(({ meta }) => meta.id === "name-format");
  expect(JSON.parse(stdout)).toMatchObject({
    schemaVersion: 1,
    command: "explain",
    outcome: 0,
    data: { rules: [page] },
  });
  expect((await explain("--format", "json")).stdout).toMatch(/^[\n\x20-\x7e]+$/);
  expect(schemaOf("report")(JSON.parse(stdout))).toBe(true);
});
