import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { takenNames } from "../src/model/taken-names.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

interface Recorded {
  readonly slash_commands: readonly string[];
  readonly skills: readonly string[];
  readonly withProjectSkills: {
    readonly project: readonly string[];
    readonly slash_commands: readonly string[];
  };
}

const [claudeCode] = takenNames;
const record = new URL(`../fixtures/live/names/claude-code@${claudeCode!.version}.json`, import.meta.url);
const recorded: Recorded = JSON.parse(readFileSync(record, "utf8"));

describe("the recorded names of Claude Code", () => {
  it("are those that the client lists, but for names that no skill can have", () => {
    const { commands, skills } = claudeCode!;
    expect(skills).toEqual(recorded.skills);
    expect([...skills, ...commands]).toEqual(
      recorded.slash_commands.filter((name) => /^[a-z0-9-]+$/.test(name)),
    );
  });

  it("are replaced by skills of a project, each listed once", () => {
    const { project, slash_commands: listed } = recorded.withProjectSkills;
    expect(listed.slice(0, project.length)).toEqual(project);
    expect(new Set(listed).size).toBe(listed.length);
    expect(project.filter((name) => recorded.slash_commands.includes(name))).toHaveLength(6);
  });
});

async function found(files: Readonly<Record<string, string>>, ...more: string[]) {
  const cwd = makeTree({ ".git/HEAD": "", ...files });
  const { stdout } = await runSkills(["lint", "--format", "json", ...more], { cwd });
  const { subjects } = JSON.parse(stdout);
  return subjects.flatMap(({ findings }: { findings: { ruleId: string }[] }) =>
    findings.filter(({ ruleId }) => ruleId === "name-taken"),
  );
}

describe("name-taken", () => {
  it("names the client and its version, as a warning where that client reads", async () => {
    const [finding] = await found({ ".claude/skills/context/SKILL.md": skillMd("context") });
    expect(finding).toMatchObject({
      severity: "warning",
      start: { line: 2 },
      message: `the skill replaces the command "/context" of Claude Code 2.1.332; choose a more specific name`,
    });
    const [note] = await found({ "skills/code-review/SKILL.md": skillMd("code-review") });
    expect(note).toMatchObject({
      severity: "info",
      message: `the skill replaces the skill "code-review" of Claude Code 2.1.332; choose a more specific name`,
    });
  });

  it("is silent in a plugin, about other names, and if another client is chosen", async () => {
    const review = skillMd("code-review");
    const plugin = {
      ".claude-plugin/plugin.json": '{"name": "mine"}',
      "skills/code-review/SKILL.md": review,
    };
    expect(await found(plugin)).toEqual([]);
    expect(await found({ "skills/code-reviewer/SKILL.md": skillMd("code-reviewer") })).toEqual([]);
    expect(await found({ "skills/code-review/SKILL.md": review }, "--client", "codex")).toEqual([]);
  });
});
