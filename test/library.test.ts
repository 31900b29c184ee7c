import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import {
  check,
  type CommandReport,
  compat,
  inspect,
  referencePrompt,
  referenceProperties,
  referenceValidate,
  SkillsError,
  validate,
} from "../src/index.ts";
import { fixturesRoot } from "./support/fixtures.ts";

const cwd = path.join(fixturesRoot, "skills");

it("gives a report of the skills that paths name", async () => {
  const { report } = await validate({ paths: ["meeting-notes"], cwd });
  expect(report.outcome).toBe(0);
  expect(report.subjects).toEqual([
    {
      kind: "skill",
      path: "meeting-notes",
      name: "meeting-notes",
      verdicts: { spec: "accepts", "skills-ref": "accepts", "claude-api": "accepts" },
      findings: [],
      partial: [],
    },
  ]);
});

it("answers as each command of the reference does", () => {
  expect(referenceValidate("meeting-notes", { cwd })).toEqual([]);
  expect(referenceValidate("../readme/release-notes", { cwd })).toEqual([
    expect.stringContaining("Invalid YAML in frontmatter: mapping values are not allowed here"),
  ]);
  expect(referenceProperties("meeting-notes", { cwd })).toMatchObject({
    name: "meeting-notes",
    license: "Apache-2.0",
    metadata: { author: "skillwright", version: "1.0" },
  });
  expect(referencePrompt(["meeting-notes"], { cwd })).toContain(
    `<location>\n${path.join(cwd, "meeting-notes", "SKILL.md")}\n</location>`,
  );
  expect(() => referenceProperties(".", { cwd })).toThrow(
    new SkillsError("unreadable", "SKILL.md not found in ."),
  );
});

it("types a report by its command", async () => {
  const options = { paths: ["meeting-notes"], cwd };
  const reports: readonly CommandReport[] = [
    (await validate(options)).report,
    (await check(options)).report,
    (await inspect(options)).report,
    (await compat(options)).report,
  ];
  const facts = reports.flatMap((report) => {
    if (report.command === "inspect") return report.data?.skills.map(({ name }) => name);
    return report.command === "check" && report.data && "skills" in report.data
      ? report.data.skills.map(({ skill }) => skill)
      : [];
  });
  expect(facts).toEqual(["meeting-notes", "meeting-notes"]);
});

it("loads as an ES module from what is published", () => {
  const entry = fileURLToPath(new URL("../dist/index.js", import.meta.url));
  const program = `import { listRules } from ${JSON.stringify(entry)}; console.log(listRules().length > 40)`;
  expect(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" })).toBe(
    "true\n",
  );
});
