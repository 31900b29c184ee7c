import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

const claude = ".claude-plugin/plugin.json";
const codex = ".codex-plugin/plugin.json";
const gemini = "gemini-extension.json";
const list = ".claude-plugin/marketplace.json";
const schema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";

function json(value: unknown): string {
  return JSON.stringify(value);
}

async function sync(cwd: string, ...more: readonly string[]) {
  return runSkills(["plugin", "sync", ...more], { cwd });
}

function textAt(cwd: string, file: string): string {
  return readFileSync(path.join(cwd, file), "utf8");
}

describe("skills plugin sync", () => {
  it("writes the values of one manifest into the others, and nothing else of them", async () => {
    const cwd = makeTree({
      [claude]: json({ name: "p", version: "2.0.0", description: "New — text.", license: "MIT" }),
      [codex]: '{\r\n\t"version" : "1.0.0", "interface": {"version": "1.0.0"},\r\n\t"name": "p"\r\n}',
      [gemini]:
        '{\n    "name": "p",\n    "version": "1.0.0",\n    "description": "Old.",\n    "mine": [1,2]\n}\n',
    });
    const { code, stdout, stderr } = await sync(cwd, "--fields", "version,description,license");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n")).toEqual([
      '.codex-plugin/plugin.json:2: version "1.0.0" -> "2.0.0"',
      'gemini-extension.json:3: version "1.0.0" -> "2.0.0"',
      'gemini-extension.json:4: description "Old." -> "New — text."',
      "2 files written",
      "",
    ]);
    expect(textAt(cwd, codex)).toBe(
      '{\r\n\t"version" : "2.0.0", "interface": {"version": "1.0.0"},\r\n\t"name": "p"\r\n}',
    );
    expect(textAt(cwd, gemini)).toBe(
      '{\n    "name": "p",\n    "version": "2.0.0",\n    "description": "New — text.",\n    "mine": [1,2]\n}\n',
    );
    expect((await sync(cwd, "--check")).stdout).toBe("1 plugin compared: the files agree\n");
  });

  it("follows the manifest of --from, from here or in each plugin", async () => {
    for (const from of [codex, `plugins/p/${codex}`]) {
      const cwd = makeTree({
        [`plugins/p/${claude}`]: json({ name: "p", version: "1.0.0" }),
        [`plugins/p/${codex}`]: json({ name: "p", version: "2.0.0" }),
      });
      expect((await sync(cwd, "--from", from)).code).toBe(0);
      expect(textAt(cwd, `plugins/p/${claude}`)).toBe(json({ name: "p", version: "2.0.0" }));
    }
    const { code, stderr } = await sync(makeTree({ [claude]: json({ name: "p" }) }), "--from", gemini);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`has the manifest "${gemini}"`)]);
  });

  it("writes the name and the version into the plugin's entries, not the catalog's text", async () => {
    const entry = { name: "p", source: "./p", version: "1.0.0", description: "For the catalog." };
    const entries = (version: string): string =>
      json({
        name: "mk",
        owner: { name: "o" },
        plugins: [
          { name: "q", source: "./q" },
          { ...entry, version },
        ],
      });
    const files = {
      [list]: entries("1.0.0"),
      [`p/${claude}`]: json({ name: "p", version: "1.1.0", description: "Of the plugin." }),
    };
    const cwd = makeTree(files);
    expect((await sync(cwd)).code).toBe(0);
    expect(textAt(cwd, list)).toBe(entries("1.1.0"));
    const other = makeTree(files);
    expect((await sync(other, "--from", list)).code).toBe(0);
    expect(textAt(other, `p/${claude}`)).toBe(
      json({ name: "p", version: "1.0.0", description: "Of the plugin." }),
    );
  });

  it("leaves entries alone that share a directory, as these are no one plugin", async () => {
    const plugins = ["a", "b"].map((name) => ({ name, source: "./", skills: [] }));
    const cwd = makeTree({
      [list]: json({ name: "mk", owner: { name: "o" }, plugins }),
      [claude]: json({ name: "p", version: "1.0.0" }),
    });
    const { code, stderr } = await sync(cwd, "--check");
    expect([code, stderr]).toEqual([0, "skills: nothing was compared: 1 plugin, each declared once\n"]);
  });

  it("writes authors by their keys and lists in their layout, and no other forms", async () => {
    const cwd = makeTree({
      [claude]: json({
        name: "p",
        author: { name: "A", email: "a@b.c" },
        keywords: ["x", "y", "z"],
        license: "MIT",
      }),
      [codex]:
        '{"name": "p", "author": {"name": "B", "own": 1},\n  "keywords": [\n    "x",\n    "old"\n  ], "license": null}',
      ".cursor-plugin/plugin.json": '{"name": "p", "author": "B", "keywords": "x", "license": ""}',
    });
    expect((await sync(cwd)).code).toBe(0);
    expect(textAt(cwd, codex)).toBe(
      '{"name": "p", "author": {"name": "A", "own": 1},\n  "keywords": [\n    "x",\n    "y",\n    "z"\n  ], "license": null}',
    );
    expect(textAt(cwd, ".cursor-plugin/plugin.json")).toBe(
      '{"name": "p", "author": "B", "keywords": "x", "license": "MIT"}',
    );
  });

  it("leaves descriptions alone unless they are asked for", async () => {
    const cwd = makeTree({
      [claude]: json({ name: "p", description: "For users of Claude." }),
      [codex]: json({ name: "p", description: "For users of Codex." }),
    });
    expect((await sync(cwd, "--check")).code).toBe(0);
    expect((await sync(cwd, "--check", "--fields", "description")).code).toBe(1);
  });

  it.each([
    ["2.9.9", "2.10.0"],
    ["1", "1.0.1"],
  ])("replaces no version by an older one unless the file is named (%s, %s)", async (older, newer) => {
    const files = {
      [claude]: json({ name: "p", version: older }),
      [codex]: json({ name: "p", version: newer }),
    };
    const cwd = makeTree(files);
    const { code, stderr } = await sync(cwd);
    expect([code, stderr]).toEqual([2, expect.stringContaining("has an older version than")]);
    expect(textAt(cwd, codex)).toBe(files[codex]);
    expect((await sync(cwd, "--from", claude)).code).toBe(0);
    expect(textAt(cwd, codex)).toBe(json({ name: "p", version: older }));
  });

  it("neither copies nor overwrites a version that a release fills in", async () => {
    const cwd = makeTree({
      [claude]: json({ name: "p", version: "0.0.0" }),
      [codex]: json({ name: "p", version: "2.0.0" }),
    });
    expect((await sync(cwd)).stdout).toBe("1 plugin compared: the files agree\n");
    expect((await sync(cwd, "--from", codex)).stdout).toBe("1 plugin compared: the files agree\n");
  });

  it("takes versions that differ only in their build metadata for the same", async () => {
    const cwd = makeTree({
      [claude]: json({ name: "p", version: "2.0.0" }),
      [codex]: json({ name: "p", version: "2.0.0+codex.1" }),
    });
    expect((await sync(cwd, "--check")).code).toBe(0);
  });

  it.each([["--check"], ["--dry-run"]])("changes nothing with %s, and ends with 1", async (option) => {
    const files = {
      [claude]: json({ name: "p", version: "2.0.0", description: "a" }),
      [codex]: json({ name: "p", version: "1.0.0", description: "b" }),
    };
    const cwd = makeTree(files);
    const { code, stdout } = await sync(cwd, option, "--fields", "version");
    expect(code).toBe(1);
    expect(stdout).toContain(
      option === "--check"
        ? `${codex}:1: version "1.0.0" differs from "2.0.0" in ${claude}\n1 file to write; run `
        : `--- a/${codex}\n`,
    );
    expect(stdout).not.toContain(option === "--check" ? "description" : '"a"');
    for (const [file, text] of Object.entries(files)) expect(textAt(cwd, file)).toBe(text);
  });

  it("writes nothing if a client would refuse the result that accepts the plugin as it is", async () => {
    const files = {
      "plugin.json": json({ $schema: schema, name: "my-plugin", version: "1.0.0" }),
      [codex]: json({ name: "My_Plugin", version: "2.0.0" }),
    };
    const cwd = makeTree(files);
    const { code, stderr } = await sync(cwd, "--from", codex);
    expect([code, stderr]).toEqual([2, expect.stringContaining("would not accept the result")]);
    for (const [file, text] of Object.entries(files)) expect(textAt(cwd, file)).toBe(text);
    expect((await sync(cwd, "--from", codex, "--fields", "version")).code).toBe(0);
    expect(textAt(cwd, "plugin.json")).toContain('"version":"2.0.0"');
  });

  it.each([
    ["a broken manifest", { [claude]: "{", [codex]: json({ name: "p" }) }, "cannot be synchronized"],
    ["a manifest in UTF-16", { [claude]: Buffer.from('{"name":"p"}', "utf16le") }, "save it as UTF-8"],
    ["a broken marketplace", { [list]: "[]", [claude]: json({ name: "p" }) }, "it is not an object"],
    ["no plugin", { "a/SKILL.md": "---\nname: a\n---\n" }, "no manifest of a plugin or marketplace"],
  ])("ends with 2 for %s", async (_, files, said) => {
    const { code, stderr } = await sync(makeTree(files));
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });

  it.each<readonly [string, string]>([
    ["nested 100,000 deep", `{"name":${"[".repeat(100_000)}`],
    ["larger than 1 MiB", `{"name":"p","x":"${"x".repeat(1_100_000)}"}`],
    ["with a comment", '{"name":"q" /* */}'],
    ["that ends early", '{"name":"q'],
  ])("neither reads nor writes a manifest %s", async (_, text) => {
    const cwd = makeTree({ [claude]: json({ name: "p" }), [codex]: text });
    expect((await sync(cwd)).code).toBe(2);
    expect([textAt(cwd, claude), textAt(cwd, codex)]).toEqual([json({ name: "p" }), text]);
  });

  it("writes the key that is read of two, keeps a byte-order mark and escapes control characters", async () => {
    const cwd = makeTree({
      [claude]: json({ name: "p", version: "2", author: { name: "A\u001b[31m" }, __proto__: null }),
      [codex]:
        '\ufeff{"__proto__": {"version": "0"}, "version": "0.1", "version": "1", "name": "p", "author": {"name": "A"}}',
    });
    const { code, stdout } = await sync(cwd);
    expect([code, stdout]).toEqual([0, expect.not.stringContaining("\u001b")]);
    expect(textAt(cwd, codex)).toBe(
      '\ufeff{"__proto__": {"version": "0"}, "version": "0.1", "version": "2", "name": "p", "author": {"name": "A\\u001b[31m"}}',
    );
  });

  it("writes through no symlink, and none out of the plugin", async () => {
    const outside = makeTree({ "plugin.json": json({ name: "p", version: "1.0.0" }) });
    const cwd = makeTree({
      [claude]: json({ name: "p", version: "2.0.0" }),
      [gemini]: json({ name: "p", version: "1.0.0" }),
    });
    mkdirSync(path.join(cwd, ".cursor-plugin"));
    symlinkSync(path.join(cwd, claude), path.join(cwd, ".cursor-plugin/plugin.json"));
    const { code, stdout, stderr } = await sync(cwd);
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 file written")]);
    expect(stderr).toBe("skills: .cursor-plugin/plugin.json is a symlink, which is not written\n");
    symlinkSync(outside, path.join(cwd, ".codex-plugin"));
    expect((await sync(cwd)).code).toBe(2);
    expect(textAt(outside, "plugin.json")).toBe(json({ name: "p", version: "1.0.0" }));
  });

  it("refuses another action", async () => {
    const { code, stderr } = await runSkills(["plugin", "publish"], { cwd: makeTree({}) });
    expect([code, stderr]).toEqual([2, expect.stringContaining("sync")]);
  });
});
