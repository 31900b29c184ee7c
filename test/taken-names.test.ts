import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { clients } from "../src/generated/clients.ts";
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

/** Beside Claude Code's record, which is its own list: what is the client's own, with and without skills of a project. */
interface Own {
  readonly commands: readonly string[];
  readonly skills: readonly string[];
  readonly withProjectSkills: Partial<Own> & { readonly project: readonly string[] };
  readonly bodyDeliveredOn?: readonly string[];
}

const folder = new URL("../fixtures/live/names/", import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), "utf8"));
const namesOf = (client: string, kind: string) =>
  takenNames.find((taken) => taken.title === client && taken.kind === kind)?.names ?? [];
const { version } = takenNames.find(({ title }) => title === "Claude Code")!;
const recorded: Recorded = read(`claude-code@${version}.json`);

describe("the recorded names of Claude Code", () => {
  it("are those that the client lists, but for names that no skill can have", () => {
    const [skills, commands] = [namesOf("Claude Code", "skill"), namesOf("Claude Code", "command")];
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

describe("the recorded names of other clients", () => {
  const others = readdirSync(folder).filter((file) => !file.startsWith("claude-code@"));

  it.each(others)("are those of %s, of which a skill replaces or leaves some", (file) => {
    const own: Own = read(file);
    const [, id, version] = /^(.*)@(.*)\.json$/.exec(file)!;
    const { title } = clients.find((client) => client.id === id)!;
    for (const kind of ["command", "skill"] as const) {
      const names = own[`${kind}s`];
      expect(namesOf(title, kind).toSorted()).toEqual(names.toSorted());
      if (names.length === 0) continue;
      const taken = takenNames.find((each) => each.title === title && each.kind === kind)!;
      expect(taken.version).toBe(version);
      const { project, [`${kind}s` as const]: left } = own.withProjectSkills;
      const tried = project.filter((name) => names.includes(name));
      expect(tried.length).toBeGreaterThan(0);
      const isLeft = left && tried.every((name) => left.includes(name));
      const delivered = tried.filter((name) => own.bodyDeliveredOn?.includes(`/${name}`));
      expect(left ? !isLeft : delivered.length > 0).toBe(taken.clash === "replaces");
    }
  });

  it("are of recorded clients, with roots that these read", () => {
    for (const { title, roots } of takenNames) {
      const client = clients.find((each) => each.title === title);
      expect(roots, title).toSatisfy((all: string[]) =>
        all.every((root) => client?.versions[0]?.roots?.project.includes(root)),
      );
    }
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

  it("says for each client what happens, in one finding, where these clients read", async () => {
    const files = (dir: string, name: string) => ({ [`${dir}/${name}/SKILL.md`]: skillMd(name) });
    const [creator] = await found(files(".agents/skills", "skill-creator"));
    expect(creator).toMatchObject({
      severity: "info",
      message: `Codex CLI 0.171.0 also shows its own skill "skill-creator", and the skill replaces the skill "skill-creator" of Gemini CLI 0.61.0; choose a more specific name`,
    });
    const [images] = await found(files(".codex/skills", "imagegen"));
    expect(images).toMatchObject({
      severity: "warning",
      message: `Codex CLI 0.171.0 also shows its own skill "imagegen", and Cursor sdk-1.0.32 does not read ".codex/skills/imagegen"; choose a more specific name`,
    });
    const [review] = await found(files(".opencode/skills", "review"));
    expect(review).toMatchObject({
      severity: "warning",
      message: `"/review" calls the command of opencode 1.18.33, not the skill; choose a more specific name`,
    });
    const both = await found(files("skills", "batch"), "--client", "claude-code,qwen-code");
    expect(both).toMatchObject([
      {
        message: `the skill replaces the skill "batch" of Claude Code 2.1.332 and Qwen Code 0.24.4; choose a more specific name`,
      },
    ]);
    expect(await found(files(".claude/skills", "imagegen"))).toEqual([]);
    expect(await found(files("skills", "goose-doc-guide"))).toEqual([]);
  });
});
