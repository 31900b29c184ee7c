import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isLater } from "../src/api/settings/rule-releases.ts";
import { version } from "../src/generated/version.ts";
import type { Report } from "../src/model/report.ts";
import type { RulesData } from "../src/model/reports/rules.ts";
import { ruleMetas } from "../src/rules/lists/lint-rules.ts";
import { runSkillsIn } from "./support/io.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree } from "./support/tree.ts";

const config = "skills.config.yaml";

const vague = "---\nname: vague\ndescription: Helps with code.\n---\n\nDo it.\n";

/** The severity of each finding, by rule. */
async function severities(
  cwd: string,
  ...args: readonly string[]
): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await runSkillsIn(cwd, "lint", "--format", "json", ...args);
  const { subjects } = JSON.parse(stdout) as Report;
  return Object.fromEntries(
    subjects.flatMap(({ findings }) => findings.map(({ ruleId, severity }) => [ruleId, severity])),
  );
}

const older = "version: 0.0.9\n";

describe("the version of a config", () => {
  it("makes notes of rules that came after it, and of no others", async () => {
    const cwd = makeTree({ "vague/SKILL.md": vague, [config]: `version: ${version}\n` });
    expect(await severities(cwd)).toMatchObject({ "description-vague": "warning" });
    expect((await runSkillsIn(cwd, "lint", "--max-warnings", "0")).code).toBe(1);
    writeFileSync(path.join(cwd, config), older);
    expect(await severities(cwd)).toMatchObject({ "description-vague": "info" });
    expect((await runSkillsIn(cwd, "lint", "--max-warnings", "0")).code).toBe(0);
  });

  it("keeps what a setting, an override or the command line says, errors of targets and dangers", async () => {
    const cwd = makeTree({
      "vague/SKILL.md": vague,
      "Bad Name/SKILL.md":
        "---\nname: Bad Name\ndescription: Reads PDF files. Use for a PDF.\n---\n\nDo it.\n",
      [config]: `${older}rules: { description-vague: warning }\n`,
    });
    expect(await severities(cwd)).toMatchObject({ "description-vague": "warning", "name-format": "error" });
    writeFileSync(
      path.join(cwd, config),
      `${older}overrides: [{ paths: vague, rules: { description-vague: warning } }]\n`,
    );
    expect(await severities(cwd)).toMatchObject({ "description-vague": "warning" });
    writeFileSync(path.join(cwd, config), older);
    expect(await severities(cwd, "--rule", "description-vague=error")).toMatchObject({
      "description-vague": "error",
    });
  });

  it("neither turns on a rule that runs on request, nor hides one that is off", async () => {
    const cwd = makeTree({ "vague/SKILL.md": vague, [config]: `${older}extends: spec\n` });
    const { stdout } = await runSkillsIn(cwd, "rules", "--format", "json");
    const { rules } = (JSON.parse(stdout) as Report<RulesData>).data!;
    const settingOf = new Map(rules.map(({ id, setting }) => [id, setting]));
    expect(settingOf.get("description-vague")).toBe("off");
    const onRequest = ruleMetas.filter(({ off }) => off);
    expect(onRequest.length).toBeGreaterThan(3);
    for (const { id } of onRequest) expect(settingOf.get(id), id).toBe("off");
    writeFileSync(path.join(cwd, config), older);
    const all = JSON.parse((await runSkillsIn(cwd, "rules", "--format", "json")).stdout) as Report<RulesData>;
    const dangers = ruleMetas.filter(({ danger, off }) => danger && !off).map(({ id }) => id);
    expect(dangers.length).toBeGreaterThan(0);
    for (const { id, setting } of all.data!.rules)
      if (dangers.includes(id)) expect(setting, id).toBe("error");
  });

  it("is that of the file that extends another", async () => {
    const cwd = makeTree({
      "vague/SKILL.md": vague,
      "base.yaml": older,
      [config]: "extends: ./base.yaml\n",
    });
    expect(await severities(cwd)).toMatchObject({ "description-vague": "info" });
    writeFileSync(path.join(cwd, config), `extends: ./base.yaml\nversion: ${version}\n`);
    expect(await severities(cwd)).toMatchObject({ "description-vague": "warning" });
  });

  it.each([
    ["version: 0.1\n", "skills.config.yaml:1:10: expected a release such as 0.1.0, found 0.1"],
    ["version: latest\n", '"latest" is not a release; write its three numbers, such as 0.1.0'],
    ["version: 999.0.0\n", `version 999.0.0 is newer than this program (${version})`],
  ])("is refused in %j", async (text, message) => {
    const cwd = makeTree({ "vague/SKILL.md": vague, [config]: text });
    const { code, stderr } = await runSkillsIn(cwd, "lint");
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("is compared by numbers", () => {
    expect([isLater("0.10.0", "0.9.1"), isLater("0.9.1", "0.10.0"), isLater("1.2.3", "1.2.3")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("has a release for every rule that is not later than the program", () => {
    for (const { id, since } of ruleMetas) {
      expect(since, id).toMatch(/^\d+\.\d+\.\d+$/);
      expect(isLater(since, version), id).toBe(false);
    }
  });
});

describe("skills rules migrate", () => {
  async function migrate(cwd: string, ...args: readonly string[]) {
    const { code, stdout, stderr } = await runSkillsIn(cwd, "rules", "migrate", "--format", "json", ...args);
    const report = JSON.parse(stdout) as Report<RulesData>;
    if (code === 0) expect(schemaOf("report")(report)).toBe(true);
    return { code, stderr, migration: report.data?.migration };
  }

  it("raises the version, and lists the rules that are no longer notes", async () => {
    const text = `# Ours\nextends: strict # all\n\n# why\nversion: "0.0.9" # raised by hand\nrules:\n  # loud\n  description-when: error\n`;
    const cwd = makeTree({ "vague/SKILL.md": vague, [config]: text });
    const { code, migration } = await migrate(cwd);
    expect([code, migration!.before, migration!.after, migration!.file]).toEqual([
      0,
      "0.0.9",
      version,
      config,
    ]);
    const listed = migration!.rules.map(({ id }) => id);
    expect(migration!.rules.find(({ id }) => id === "description-vague")).toMatchObject({
      before: "info",
      after: "warning",
      since: "0.1.0",
    });
    expect(listed).not.toContain("description-when");
    expect(readFileSync(path.join(cwd, config), "utf8")).toBe(text.replace("0.0.9", version));
    expect(await migrate(cwd)).toMatchObject({ code: 0, migration: { before: version, rules: [] } });
    expect((await runSkillsIn(cwd, "rules", "migrate")).stdout).toBe(
      `skills.config.yaml: version ${version} is that of this release\n`,
    );
  });

  it.each([
    ["extends: strict # all\nrules: {}\n", `extends: strict # all\nversion: ${version}\nrules: {}\n`],
    ["# a\nrules:\n  emphasis: off\n", `# a\nversion: ${version}\nrules:\n  emphasis: off\n`],
    ["security: true", `security: true\nversion: ${version}`],
    ["rules: {}\r\ntargets:\r\n  - spec\r\n", `version: ${version}\r\nrules: {}\r\ntargets:\r\n  - spec\r\n`],
  ])("adds it to %j", async (before, after) => {
    const cwd = makeTree({ [config]: before });
    expect(await migrate(cwd)).toMatchObject({ code: 0, migration: { before: null, rules: [] } });
    expect(readFileSync(path.join(cwd, config), "utf8")).toBe(after);
  });

  it("adds it to JSON with comments", async () => {
    const cwd = makeTree({ "skills.config.json": '{\n  // ours\n  "security": true\n}\n' });
    expect((await migrate(cwd)).code).toBe(0);
    expect(readFileSync(path.join(cwd, "skills.config.json"), "utf8")).toBe(
      `{\n  // ours\n  "security": true,\n  "version": "${version}"\n}\n`,
    );
  });

  it("fails without a config, for the version of an extended file, and through a symlink", async () => {
    expect((await runSkillsIn(makeTree({}), "rules", "migrate")).code).toBe(2);
    const cwd = makeTree({ "base.yaml": older, [config]: "extends: ./base.yaml\n" });
    const { code, stderr } = await runSkillsIn(cwd, "rules", "migrate");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("an extended file sets the version (base.yaml:1:10)"),
    ]);
    expect((await migrate(cwd, "--config", "base.yaml")).migration).toMatchObject({ after: version });
    const linked = makeTree({ "real.yaml": older });
    symlinkSync("real.yaml", path.join(linked, config));
    expect((await runSkillsIn(linked, "rules", "migrate")).code).toBe(2);
    expect(readFileSync(path.join(linked, "real.yaml"), "utf8")).toBe(older);
  });
});
