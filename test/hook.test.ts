import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import { makeRepository, writeFiles } from "./support/repository.ts";
import { makeTree } from "./support/tree.ts";

const broken =
  "---\nname: Logs\ndescription: Reads logs. Use when logs are to be read.\n---\n\nRead [x](x.md).\n";
const file = "skills/logs/SKILL.md";

function call(cwd: string, input: Readonly<Record<string, unknown>> = { file_path: path.join(cwd, file) }) {
  return hook(JSON.stringify({ hook_event_name: "PostToolUse", cwd, tool_name: "Write", tool_input: input }));
}

function hook(text: string, cwd?: string) {
  return runSkills(["hook"], { stdin: Buffer.from(text), ...(cwd !== undefined && { cwd }) });
}

describe("skills hook", () => {
  it("reports the errors and warnings of the skill that was written", async () => {
    const { code, stdout, stderr } = await call(makeTree({ [file]: broken }));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.split("\n")).toEqual([
      expect.stringMatching(/^skills\/logs\/SKILL\.md:2:7: error: name "Logs" has upper-case letters/),
      expect.stringMatching(/^skills\/logs\/SKILL\.md:6:10: warning: "x\.md" does not exist/),
      "",
    ]);
  });

  it("reports only what the skill does not have in the last commit", async () => {
    const root = makeRepository({ [file]: broken });
    expect(await call(root)).toEqual({ code: 0, stdout: "", stderr: "" });
    writeFileSync(path.join(root, file), `${broken}\nRead [y](y.md).\n`);
    const { code, stderr } = await call(root);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^skills\/logs\/SKILL\.md:8:10: warning: "y\.md" does not exist.*\n$/),
    });
  });

  it("reports a finding that the removal of another file causes", async () => {
    const root = makeRepository({ [file]: broken.replace("Logs", "logs"), "skills/logs/x.md": "X.\n" });
    rmSync(path.join(root, "skills/logs/x.md"));
    const { code, stderr } = await call(root, { file_path: path.join(root, "skills/logs/x.md") });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("[reference-broken]") });
  });

  it("leaves out what the project's config and baseline accept", async () => {
    const root = makeTree({
      [file]: broken,
      "skills.config.yaml": "rules:\n  reference-broken: off\nbaseline: base.json\n",
    });
    await runSkills(["lint", "--write-baseline", "base.json"], { cwd: root });
    expect(await call(root)).toEqual({ code: 0, stdout: "", stderr: "" });
    const others = makeRepository({ "README.md": "" });
    writeFiles(others, { [file]: broken });
    await runSkills(["lint", "--write-baseline", "base.json"], { cwd: others });
    writeFiles(others, { "skills.config.yaml": "baseline: base.json\n" });
    expect((await call(others)).code).toBe(0);
  });

  it("ignores that a file was not read where nothing else is new, and names it otherwise", async () => {
    const large = { "skills/logs/x.md": "a".repeat(2_000_000) };
    const clean = await call(makeTree({ [file]: broken.replace("Logs", "logs"), ...large }));
    expect(clean).toEqual({ code: 0, stdout: "", stderr: "" });
    const { code, stderr } = await call(makeTree({ [file]: broken, ...large }));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("x.md: not read: ") });
  });

  it.each([
    ["another file", { file_path: "README.md" }],
    ["no file", { command: "ls" }],
    ["a file that is not there", { file_path: "nowhere/at/all.md" }],
    ["names that are no paths", { file_path: ["\0", 3, null, ""] }],
  ])("says nothing about %s", async (_, input) => {
    expect(await call(makeTree({ [file]: broken, "README.md": "" }), input)).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  it("reads relative paths, and those of a patch", async () => {
    const root = makeTree({ [file]: broken });
    expect((await call(root, { file_path: file })).code).toBe(2);
    const patch = `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n*** End Patch\n`;
    expect((await call(root, { command: patch })).code).toBe(2);
    expect((await call(root, { command: patch.replace("Update", "Delete") })).code).toBe(0);
  });

  it.each(["", "[]", "{}", "nothing", '{"hook_event_name": 1}', `${"[".repeat(100_000)}`])(
    "says that it could not check if the event is %j",
    async (text) => {
      expect(await hook(text.slice(0, 200_000))).toEqual({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^skills: standard input is not the event of a hook; /),
      });
    },
  );

  it("says that it could not check a skill that cannot be read", async () => {
    const root = makeTree({ [file]: broken, "skills.config.yaml": "rulez: {}\n" });
    expect(await call(root)).toMatchObject({ code: 1, stderr: expect.stringContaining("rulez") });
  });

  it("escapes what the skill contains", async () => {
    const root = makeTree({ [file]: broken.replace("x.md", "\u001b[31mx\u202e.md") });
    const { stderr } = await call(root);
    expect(stderr).toContain("[control-characters]");
    expect(stderr).not.toMatch(/[\u001b\u202e]/);
  });
});

describe("what real clients showed their model", () => {
  const folder = new URL("../fixtures/live/hooks/", import.meta.url);
  it.each(readdirSync(folder))("is what the hook prints: %s", async (name) => {
    const { written, shown } = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
    const { stderr } = await call(makeTree({ [file]: written }));
    expect(stderr.split("\n").length).toBeGreaterThan(2);
    expect(shown).toContain(stderr.trimEnd());
  });
});

describe("skills init --hook", () => {
  const init = (cwd: string, ...more: readonly string[]) => runSkills(["init", "--hook", ...more], { cwd });
  const settings = (root: string) => readFileSync(path.join(root, ".claude/settings.json"), "utf8");

  it("creates the settings of the clients that the project uses", async () => {
    const root = makeRepository({ ".claude/skills/a/SKILL.md": broken });
    expect(await init(root)).toEqual({
      code: 0,
      stdout: "added the hook to .claude/settings.json\n",
      stderr: "",
    });
    expect(JSON.parse(settings(root))).toEqual({
      hooks: {
        PostToolUse: [
          { matcher: "Write|Edit|MultiEdit", hooks: [{ type: "command", command: "skillwright hook" }] },
        ],
      },
    });
    expect(await init(root)).toMatchObject({ code: 0, stdout: "the hook is there already\n" });
  });

  it("keeps everything else in them, comments included", async () => {
    const before = '{\n\t// mine\n\t"model": "x",\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n';
    const root = makeRepository({ ".claude/settings.json": before });
    expect((await init(root, "--dry-run")).code).toBe(1);
    expect(settings(root)).toBe(before);
    await init(root);
    expect(settings(root)).toContain(
      '\t// mine\n\t"model": "x",\n\t"hooks": {\n\t\t"Stop": [],\n\t\t"PostToolUse": [\n',
    );
  });

  it("is not there already where a comment or another event names it", async () => {
    const before =
      '{\n  // skillwright hook\n  "hooks": {"Stop": [{"hooks": [{"command": "skillwright hook"}]}]}\n}\n';
    const root = makeRepository({ ".claude/settings.json": before });
    expect((await init(root)).stdout).toBe("added the hook to .claude/settings.json\n");
    expect(settings(root)).toContain('"PostToolUse"');
  });

  it("starts the project's own copy", async () => {
    const root = makeRepository({ ".claude/x": "", "node_modules/.bin/skillwright": "" });
    await init(root);
    expect(settings(root)).toContain(
      '"command": "\\"$CLAUDE_PROJECT_DIR\\"/node_modules/.bin/skillwright hook"',
    );
  });

  it.each([
    "[]",
    `{"a": ${"[".repeat(100_000)}`,
    '{"hooks": []}',
    '{"hooks": {"PostToolUse": {}}}',
    "nothing",
  ])("changes nothing in settings that are %s", async (before) => {
    const root = makeRepository({ ".claude/settings.json": before });
    expect(await init(root)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("nothing was written"),
    });
    expect(settings(root)).toBe(before);
  });

  it("does not write through a link out of the project", async () => {
    const root = makeRepository({ "README.md": "" });
    const outside = makeTree({ "a.txt": "" });
    symlinkSync(outside, path.join(root, ".claude"));
    expect((await init(root)).code).toBe(2);
    expect(readdirSync(outside)).toEqual(["a.txt"]);
  });

  it("asks for a client where none is used, and refuses one without hooks", async () => {
    const root = makeRepository({ "README.md": "" });
    expect(await init(root)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--client claude-code"),
    });
    expect(await init(root, "--client", "pi")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("choose"),
    });
    expect(await init(root, "--client", "gemini-cli")).toMatchObject({ code: 0 });
    expect(readFileSync(path.join(root, ".gemini/settings.json"), "utf8")).toContain("AfterTool");
    expect((await runSkills(["init", "--hook", "a-skill"], { cwd: root })).code).toBe(2);
  });
});
