import { describe, expect, it } from "vitest";
import { doctor } from "../src/api/doctor/doctor.ts";
import type { Report } from "../src/model/report.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const good = { ".git/HEAD": "", ".claude/skills/good/SKILL.md": skillMd("good") };

async function reportOf(command: string, files: Readonly<Record<string, string>>, ...more: string[]) {
  const cwd = makeTree({ ...good, ...files });
  const { stdout, code } = await runSkills([command, "--format", "json", ...more], { cwd });
  const report = JSON.parse(stdout) as Report;
  const found = report.subjects.flatMap(({ kind, path, findings }) =>
    findings
      .filter(({ ruleId }) => ruleId === "loose-skill" || ruleId === "skill-file")
      .map(({ ruleId, file, message, severity, refusedBy }) => ({
        at: `${kind} ${path}/${file}`,
        ruleId,
        message,
        severity,
        refusedBy,
      })),
  );
  return { cwd, code, report, found };
}

describe.each(["check", "lint"])("%s", (command) => {
  it("reports a single file with the fields of a skill, with the command that doctor prints", async () => {
    const { cwd, report, found, code } = await reportOf(command, {
      ".claude/skills/flat.md": skillMd("flat"),
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      at: "root .claude/skills/flat.md",
      ruleId: "loose-skill",
      severity: "warning",
    });
    expect(found[0]!.refusedBy).toContain("claude-code");
    expect([report.summary.checked, report.summary.warnings, code]).toEqual([1, 1, 0]);
    const { skills } = doctor({ cwd, home: "no-home", clients: ["claude-code"] }).data!.clients[0]!;
    const { help } = skills.find(({ name }) => name === "flat")!;
    expect(found[0]!.message).toContain(`; use \`${help}\``);
  });

  it("is silent about single files without those fields, and in no client's directory", async () => {
    const { found } = await reportOf(command, {
      ".claude/skills/guide.md": "# Guide\n\nname: no field\n",
      ".claude/skills/README.md": skillMd("readme"),
      ".claude/other/flat.md": skillMd("flat"),
      "skills/flat.md": skillMd("flat"),
    });
    expect(found).toEqual([]);
  });

  it("reports as many files without frontmatter as doctor: none but those named SKILL.md in any case", async () => {
    const { cwd, report, found } = await reportOf(command, {
      ".claude/skills/flat.md": "# Flat\n",
      ".claude/skills/typo/SKILLS.md": "# Typo\n",
      ".claude/skills/own/own.md": "# Own\n",
      ".claude/skills/lower/skill.md": "# Lower\n",
    });
    expect(found.map(({ at }) => at)).toEqual(["skill .claude/skills/lower/skill.md"]);
    expect(report.summary.checked).toBe(2);
    const { skills } = doctor({ cwd, home: "no-home", clients: ["claude-code"] }).data!.clients[0]!;
    expect(skills.map(({ name, state }) => `${name} ${state}`)).toEqual(["lower misplaced", "good loads"]);
  });

  it("takes a misnamed SKILL.md with the fields of a skill for one, and no other file", async () => {
    const { found, code } = await reportOf(command, {
      ".claude/skills/typo/SKILLS.md": skillMd("typo"),
      ".claude/skills/own/own.md": skillMd("own"),
      ".claude/skills/notes/notes.md": "# Notes\n\nname: no field\n",
      ".claude/skills/good/references/references.md": skillMd("references"),
      ".claude/skills/other/else.md": skillMd("else"),
    });
    expect(found.map(({ at, ruleId }) => `${at} ${ruleId}`)).toEqual([
      "skill .claude/skills/own/own.md skill-file",
      "skill .claude/skills/typo/SKILLS.md skill-file",
    ]);
    expect(code).toBe(1);
  });
});

it("names a README.md beside skills that pi loads, and is silent about others", async () => {
  const files = {
    ".agents/skills/group/README.md": skillMd("readme"),
    ".agents/skills/other/README.md": "# Other\n",
    ".agents/skills/README.md": skillMd("readme"),
    ".claude/skills/group/README.md": skillMd("readme"),
  };
  const { cwd, code, report, found } = await reportOf("check", files);
  expect(found).toEqual([]);
  expect(report.unread).toEqual([
    { path: ".agents/skills/group/README.md", reason: "pi loads it as a skill, as any Markdown file here" },
  ]);
  expect([report.summary.checked, code]).toEqual([1, 0]);
  const { skills } = doctor({ cwd, home: "no-home", clients: ["pi"] }).data!.clients[0]!;
  expect(skills.filter(({ path }) => path.endsWith("README.md"))).toMatchObject([
    { path: ".agents/skills/group/README.md", state: "loads" },
  ]);
});

it("reports only clients that were chosen, as errors if they are targets", async () => {
  const files = { ".claude/skills/flat.md": skillMd("flat") };
  const chosen = await reportOf("lint", files, "--client", "claude-code");
  expect(chosen.found[0]?.refusedBy).toEqual(["claude-code"]);
  const target = await reportOf("lint", files, "--target", "claude-code");
  expect([target.found[0]?.severity, target.code]).toEqual(["error", 1]);
  const other = await reportOf("lint", files, "--client", "gemini-cli");
  expect(other.found).toEqual([]);
});

it("is suppressed and turned off by the config, as other findings are", async () => {
  const files = { ".claude/skills/flat.md": skillMd("flat") };
  const config = (text: object) => ({ ...files, "skills.config.json": JSON.stringify(text) });
  const off = await reportOf("lint", config({ rules: { "loose-skill": "off" } }));
  expect(off.found).toEqual([]);
  const suppressions = [
    { rule: "loose-skill", paths: [".claude/skills/flat.md"], reason: "read by our own loader" },
  ];
  const hidden = await reportOf("lint", config({ suppressions }));
  expect([hidden.report.summary.warnings, hidden.report.summary.suppressed]).toEqual([0, 1]);
});

it.each([
  [
    ".github/skills/x.md",
    "a skill is a directory with a SKILL.md, not a single file; use `mkdir .github/skills/x && mv .github/skills/x.md .github/skills/x/SKILL.md`",
  ],
  [
    ".github/skills/it's.md",
    `a skill is a directory with a SKILL.md, not a single file; use \`mkdir '.github/skills/it'\\''s' && mv '.github/skills/it'\\''s.md' '.github/skills/it'\\''s/SKILL.md'\``,
  ],
])("prints the command that makes %s a skill if a project has no other", async (file, reason) => {
  const cwd = makeTree({
    ".git/HEAD": "",
    ".github/skills/a-guide.md": "# Guide\n",
    [file]: skillMd("x"),
  });
  const { stderr, code } = await runSkills(["check"], { cwd });
  expect(stderr).toContain(`"${file}" was not read: ${reason}\n`);
  expect(code).toBe(2);
});

it("prints no command for a file without the fields of a skill if a project has no skill", async () => {
  const cwd = makeTree({ ".git/HEAD": "", ".github/skills/x.md": "# Guide\n" });
  const { stderr, code } = await runSkills(["check"], { cwd });
  expect(stderr).toContain(
    '".github/skills/x.md" was not read: a skill is a directory with a SKILL.md, not a single file\n',
  );
  expect(code).toBe(2);
});
