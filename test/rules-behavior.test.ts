import { expect, it } from "vitest";
import { run as lint } from "../src/cli/commands/lint.ts";
import { lintRules } from "../src/rules/lists/lint-rules.ts";
import { fieldReaders } from "../src/rules/fields/parts/field-readers.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { diagnose } from "./support/fixtures.ts";
import { runInMemory } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

function titles(ruleId: string, frontmatter: string): readonly string[] {
  const source = openMemory("pdf-forms", {
    "SKILL.md": `---\nname: pdf-forms\ndescription: Fills forms.\n${frontmatter}\n---\nFill it.\n`,
  });
  return diagnose(ruleId, source).flatMap(({ fixes }) => fixes.map(({ title }) => title));
}

it.each(Array.from(fieldReaders.keys()))("moves %s nowhere, as a client reads it at the top", (key) => {
  expect(titles("unknown-field", `${key}: "true"`)).toEqual([]);
});

it("moves what describes the skill, all of it or nothing", () => {
  expect(titles("unknown-field", 'updated: "2"\nsource: us')).toEqual([
    "Move updated and source under metadata",
  ]);
  // The skill would still be refused for the field that remains, so moving the others fixes nothing.
  expect(titles("unknown-field", 'updated: "2"\nhooks: on')).toEqual([]);
  expect(titles("unknown-field", 'updated: "2"\nmode_of_ours: fast')).toEqual([]);
  expect(titles("unknown-field", 'updated: "2"\nkeywords: [a, b]')).toEqual([]);
});

it("says that what is moved does nothing there", () => {
  expect(lintRules.find(({ meta }) => meta.id === "unknown-field")!.meta.remedy).toContain(
    "moved, it does nothing",
  );
});

it("spells no key otherwise that some client reads as it is", () => {
  expect(titles("field-spelling", "allowed_tools: Read")).toEqual([]);
  expect(titles("field-spelling", "Licence: MIT")).toEqual(["Rename the field to license"]);
});

it("reports all problems of a name at once, for every reason", () => {
  const source = openMemory("Scaffold_Exercises", {
    "SKILL.md": "---\nname: Scaffold_Exercises\ndescription: Fills forms.\n---\nFill it.\n",
  });
  expect(
    diagnose("name-format", source).map(({ message, refusedBy, fixes }) => [
      message,
      refusedBy.length,
      fixes.length,
    ]),
  ).toEqual([
    [
      'name "Scaffold_Exercises" has upper-case letters and contains "_"; use only a-z, 0-9 and single hyphens',
      3,
      1,
    ],
  ]);
});

it("says of a description that says nothing one thing", () => {
  const says = (description: string) => {
    const source = openMemory("a", {
      "SKILL.md": `---\nname: a\ndescription: ${description}\n---\nDo it.\n`,
    });
    return [...diagnose("description-vague", source), ...diagnose("description-when", source)].map(
      ({ ruleId }) => ruleId,
    );
  };
  expect([says("a"), says("Fills the fields of PDF forms out of a table of values, page by page.")]).toEqual([
    ["description-vague"],
    ["description-when"],
  ]);
});

it("offers no safe fix that unfolds a description", () => {
  const source = openMemory("a", {
    "SKILL.md": "---\nname: a\ndescription: >-\n  Fills\n  forms.\n---\nDo it.\n",
  });
  expect(diagnose("description-lines", source).flatMap(({ fixes }) => fixes.map(({ safe }) => safe))).toEqual(
    [false],
  );
});

it("takes a severity by the name that the screen has for it", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", "Read [it](x.md).\n") });
  const { code, stdout } = await runInMemory("skills", lint, ["--rule", "reference-broken=note", "a"], {
    cwd,
  });
  expect([code, /note +"x\.md" does not exist/.test(stdout)]).toEqual([0, true]);
});
