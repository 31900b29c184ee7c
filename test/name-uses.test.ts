import { describe, expect, it } from "vitest";
import { contextReader } from "../src/find/surroundings.ts";
import { examineSkill } from "../src/lint/examine-skill.ts";
import { openDirectory } from "../src/read/directory.ts";
import { lintRules } from "../src/rules/lists/lint-rules.ts";
import { makeRepository } from "./support/repository.ts";

const rules = lintRules.filter(({ meta }) => ["name-matches-directory", "name-format"].includes(meta.id));

/** The titles of the fixes for the name of a skill in `skills/<directory>`. */
function fixes(
  [directory, name]: readonly [string, string],
  files: Readonly<Record<string, string>>,
): readonly string[] {
  const root = makeRepository({ ...files, [`skills/${directory}/SKILL.md`]: skillMd(name) });
  const { subject } = examineSkill(openDirectory(`${root}/skills/${directory}`, directory), {
    targets: [],
    rules,
    contextOf: contextReader(),
  });
  return subject.findings.flatMap((each) => each.fixes.map(({ title }) => title));
}

function skillMd(name: string, body = "# Tides"): string {
  return `---\nname: ${name}\ndescription: Computes tides.\n---\n${body}\n`;
}

const rename = "Rename the directory to acme-tides (not applied automatically)";

describe("the fix of a name", () => {
  it.each([
    ["a README", { "README.md": "Install acme-tides." }],
    ["a README beside the skill", { "skills/README.md": "| acme-tides | tides |" }],
    ["a marketplace", { ".claude-plugin/marketplace.json": '{"plugins": [{"name": "acme-tides"}]}' }],
    ["a file for agents", { "CLAUDE.md": "For levels: acme-tides" }],
    ["a bundle", { "bundle.json": '["acme-tides"]' }],
    ["a catalog", { "catalog.json": '["acme-tides"]' }],
    ["another skill", { "skills/ports/SKILL.md": skillMd("ports", "Then use acme-tides.") }],
  ])("only renames the directory if %s has the name", (_, files) => {
    expect(fixes(["levels", "acme-tides"], files)).toEqual([rename]);
  });

  it.each([
    ["no other file has the name", {}],
    ["they have a longer one", { "README.md": "acme-tides-2, my-acme-tides" }],
    ["only the skill itself has it", { "skills/levels/README.md": "acme-tides" }],
    ["a skill beside it has the same name", { "skills/ports/SKILL.md": skillMd("acme-tides") }],
    ["a file has it that is read by none", { "src/main.py": "# acme-tides" }],
  ])("may change the field if %s", (_, files) => {
    expect(fixes(["levels", "acme-tides"], files)).toEqual(["Rename to levels", rename]);
  });

  it.each(["tides", "acme", "1"])("does not write %s, which says less", (directory) => {
    expect(fixes([directory, "acme-tides"], {})).toEqual([rename]);
  });

  it("takes a name of one word for prose unless it is marked", () => {
    expect(fixes(["acme-tides", "tides"], { "README.md": "All about tides." })).toHaveLength(2);
    expect(fixes(["acme-tides", "tides"], { "README.md": "Run `tides`." })).toHaveLength(1);
  });

  it("does not change the form of a name in use", () => {
    expect(fixes(["acme-tides", "Acme-Tides"], { "README.md": "Run Acme-Tides." })).toEqual([]);
    expect(fixes(["acme-tides", "Acme-Tides"], {})).toEqual(["Rename to acme-tides"]);
    expect(fixes(["tides", "acme:tides"], { "README.md": "Write /acme:tides." })).toEqual([]);
    expect(fixes(["tides", "acme:tides"], {})).not.toEqual([]);
  });
});
