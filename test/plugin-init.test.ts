import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readManifest } from "../src/parse/manifest.ts";
import { openPlugin } from "../src/read/plugin-tree.ts";
import { examinePlugin } from "../src/targets/plugins/examine-plugin.ts";
import { runSkills } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

const description = "Fills PDF forms. Use when a form is to be filled.";

const init = (cwd: string, ...more: readonly string[]) =>
  runSkills(["init", "pdf-forms", "--plugin", "--description", description, ...more], { cwd });

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => path.relative(directory, path.join(file.parentPath, file.name)))
    .sort();
}

const skill = "skills/pdf-forms/SKILL.md";

describe("init --plugin", () => {
  it("creates a plugin for Claude Code and Codex by default, and says what it created", async () => {
    const cwd = makeTree({});
    const { code, stdout } = await init(cwd);
    expect(code, stdout).toBe(0);
    expect(filesBelow(cwd)).toEqual(
      [".claude-plugin/plugin.json", ".codex-plugin/plugin.json", skill].map((file) => `pdf-forms/${file}`),
    );
    expect(stdout).toMatchInlineSnapshot(`
      "created pdf-forms
        pdf-forms/.claude-plugin/plugin.json
        pdf-forms/.codex-plugin/plugin.json
        pdf-forms/skills/pdf-forms/SKILL.md

      Edit SKILL.md: replace the placeholder steps with what the agent should do.
      Then: skills check pdf-forms
      "
    `);
    expect(JSON.parse(readFileSync(path.join(cwd, "pdf-forms/.claude-plugin/plugin.json"), "utf8"))).toEqual({
      name: "pdf-forms",
      version: "0.1.0",
      description,
    });
  });

  it("creates what each chosen client accepts and loads, and what check has nothing to say of", async () => {
    const cwd = makeTree({});
    const clients = "claude-code,codex,copilot-cli,gemini-cli,cursor";
    const { code } = await init(
      cwd,
      "--client",
      clients,
      "--license",
      "MIT",
      "--template",
      "references",
      "--in",
      "made",
    );
    expect(code).toBe(0);
    const root = path.join(cwd, "made/pdf-forms");
    expect(filesBelow(root)).toEqual([
      ".claude-plugin/plugin.json",
      ".codex-plugin/plugin.json",
      ".cursor-plugin/plugin.json",
      "gemini-extension.json",
      "plugin.json",
      "skills/pdf-forms/SKILL.md",
      "skills/pdf-forms/references/unclear-requests.md",
    ]);
    const examined = examinePlugin(openPlugin(root, readManifest));
    for (const { title, answer } of examined.clients)
      expect([title, answer.refusals, answer.losses, answer.ignored ?? [], answer.skills?.length]).toEqual([
        title,
        [],
        [],
        [],
        1,
      ]);
    expect(examined.clients.map(({ target }) => target)).toEqual(clients.split(","));
    const checked = await runSkills(["check", "--target", clients, "--rule", "starter-body=off", "made"], {
      cwd,
    });
    expect(checked.code, checked.stdout).toBe(0);
    expect(checked.stdout).toContain("1 skill and 1 plugin checked: nothing to report");
    const synced = await runSkills(["plugin", "sync", "--check"], { cwd: root });
    expect(synced.code, synced.stdout + synced.stderr).toBe(0);
  });

  it("takes the clients of the config", async () => {
    const cwd = makeTree({ "skills.config.yaml": "clients: [gemini-cli, opencode]\n" });
    expect((await init(cwd)).code).toBe(0);
    expect(filesBelow(path.join(cwd, "pdf-forms"))).toEqual(["gemini-extension.json", skill]);
  });

  it("overwrites nothing, and creates nothing in a dry run", async () => {
    const cwd = makeTree({ "pdf-forms/README.md": "x\n" });
    const there = await init(cwd);
    expect([there.code, there.stderr]).toEqual([2, expect.stringContaining('"pdf-forms" already exists')]);
    expect(filesBelow(cwd)).toEqual(["pdf-forms/README.md"]);
    const dry = await init(cwd, "--dry-run", "--in", "other");
    expect([dry.code, dry.stdout]).toEqual([
      1,
      expect.stringContaining("+++ b/other/pdf-forms/.codex-plugin/plugin.json"),
    ]);
    expect(existsSync(path.join(cwd, "other"))).toBe(false);
  });

  it.each([
    ["a client without plugins", ["pdf-forms", "--client", "opencode"], "none of the clients has a manifest"],
    ["an unknown client", ["pdf-forms", "--client", "nobody"], "nobody"],
    ["a name that the validator of Claude Code refuses", ["cc-plugin-forms"], "is reserved for Anthropic"],
    ["a name that is none", ["Pdf_Forms"], "Pdf_Forms"],
  ])("refuses %s", async (_, words, said) => {
    const cwd = makeTree({});
    const { code, stderr } = await runSkills(["init", "--plugin", "-d", description, ...words], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
