import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { needs } from "./support/needs.ts";
import { pack } from "./support/packing.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const claude = ".claude-plugin/plugin.json";
const json = JSON.stringify;

/** Every part that a client looks for, and what never leaves the author's machine. */
const whole = {
  [claude]: json({ name: "p", skills: ["./more"] }),
  ".codex-plugin/plugin.json": json({ name: "p" }),
  ".cursor-plugin/plugin.json": json({ name: "p" }),
  ".github/plugin/plugin.json": json({ name: "p" }),
  ".lsp.json": "{}",
  ".mcp.json": json({ mcpServers: {} }),
  "agents/reviewer.md": "---\nname: reviewer\ndescription: Reviews.\n---\n",
  "hooks/hooks.json": json({ hooks: {} }),
  "hooks/run.sh": "#!/bin/sh\n",
  "more/b/SKILL.md": skillMd("b"),
  "skills/a/SKILL.md": skillMd("a", "Read [it](references/it.md).\n"),
  "skills/a/references/it.md": "It.\n",
};
const leftOut = {
  ".env": "TOKEN=x\n",
  ".DS_Store": "",
  ".git/HEAD": "ref: refs/heads/main\n",
  ".github/workflows/ci.yml": "on: push\n",
  ".gitignore": "out\n",
  ".vscode/settings.json": "{}",
  "node_modules/x/index.js": "",
  "skills/a/evals/evals.json": "{}",
  "skills/a/.skillignore": "draft.md\n",
  "skills/a/draft.md": "Draft.\n",
  "skills/a/skill.manifest.json": "{}",
};

function makePlugin(files: Readonly<Record<string, string>>): string {
  return makeTree(Object.fromEntries(Object.entries(files).map(([file, text]) => [`p/${file}`, text])));
}

/** What the JSON report says of the only archive. */
async function list(cwd: string, ...words: readonly string[]) {
  const { code, stdout } = await pack(cwd, "--plugin", "--list", "--format", "json", ...words, "p");
  const report = JSON.parse(stdout);
  const [archive] = report.data.archives;
  const findings = report.subjects.flatMap((subject: { readonly findings: readonly object[] }) =>
    subject.findings.map((each) => each as Readonly<Record<string, string>>),
  );
  return {
    code,
    report,
    archive,
    errors: findings.filter(({ severity }: Readonly<Record<string, string>>) => severity === "error"),
    findings,
  };
}

describe("pack --plugin", () => {
  it("puts the whole plugin at the root of a zip, as other programs list it", () => {
    needs("unzip", "python3");
    const cwd = makePlugin({ ...whole, ...leftOut });
    chmodSync(path.join(cwd, "p/hooks/run.sh"), 0o755);
    const program = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
    const ran = spawnSync(process.execPath, [program, "pack", "--plugin", "p"], { cwd, encoding: "utf8" });
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
    expect(ran.stdout).toContain("p.zip: ");
    expect(ran.stdout).toContain("1 archive written");
    const names = execFileSync("unzip", ["-Z1", "p.zip"], { cwd, encoding: "utf8" }).trimEnd().split("\n");
    expect(names).toEqual(Object.keys(whole).sort());
    const listed = execFileSync(
      "python3",
      [fileURLToPath(new URL("support/list-archive.py", import.meta.url))],
      { cwd, encoding: "utf8", input: "p.zip\n" },
    );
    const executable = (JSON.parse(listed) as [string, string, boolean][]).filter(([, , mode]) => mode);
    expect(executable.map(([name]) => name)).toEqual(["hooks/run.sh"]);
    execFileSync("unzip", ["-q", "p.zip", "-d", "out"], { cwd });
    for (const [file, text] of Object.entries(whole))
      expect(readFileSync(path.join(cwd, "out", file), "utf8")).toBe(text);
  });

  it("gives the same bytes for the same files, whatever is left out beside them", async () => {
    const bytes = async (files: Readonly<Record<string, string>>): Promise<Buffer> => {
      const cwd = makePlugin(files);
      const { code, stdout } = await pack(cwd, "--plugin", "--output", "dist/x.zip", "p");
      expect(code, stdout).toBe(0);
      return readFileSync(path.join(cwd, "dist/x.zip"));
    };
    expect(await bytes(whole)).toEqual(
      await bytes(Object.fromEntries(Object.entries({ ...leftOut, ...whole }).reverse())),
    );
  });

  it("reports the plugin and its skills, and why files are left out", async () => {
    const { code, report, archive, errors } = await list(makePlugin({ ...whole, ...leftOut }));
    expect([code, errors]).toEqual([0, []]);
    expect(
      report.subjects.map(({ kind, path }: Readonly<Record<string, string>>) => [kind, path]).sort(),
    ).toEqual([
      ["plugin", "p"],
      ["skill", "p/more/b"],
      ["skill", "p/skills/a"],
    ]);
    expect(report.targets).toEqual(["spec", "claude-code"]);
    expect(archive).toMatchObject({ skill: "p", path: "p.zip", layout: "root", written: false });
    expect(
      archive.leftOut.map(({ path, reason }: Readonly<Record<string, string>>) => `${path}: ${reason}`),
    ).toEqual([
      ".DS_Store: system",
      ".env: secret",
      ".git: version-control",
      ".github/workflows: version-control",
      ".gitignore: version-control",
      ".vscode: editor",
      "node_modules: installed",
      "skills/a/.skillignore: version-control",
      "skills/a/draft.md: ignore-file",
      "skills/a/evals: evals",
      "skills/a/skill.manifest.json: manifest",
    ]);
  });

  it.each([
    ["a manifest that Claude Code refuses", { [claude]: "{" }, "plugin-manifest"],
    ["a path that does not exist", { [claude]: json({ name: "p", skills: "./no" }) }, "plugin-manifest"],
    ["a path that is left out", { ".skillignore": "more\n" }, "plugin-manifest"],
    ["a skill that the specification refuses", { "skills/a/SKILL.md": "Steps.\n" }, "frontmatter-fence"],
    ["settings of an agent", { ".claude/settings.json": "{}" }, "archive-name-control-dir"],
    ["servers of a skill", { "skills/a/.mcp.json": "{}" }, "archive-name-control-dir"],
  ])("refuses %s, and writes nothing", async (_, files: Readonly<Record<string, string>>, rule) => {
    const cwd = makePlugin({ ...whole, ...files });
    const { errors } = await list(cwd);
    expect(errors.map(({ ruleId }: Readonly<Record<string, string>>) => ruleId)).toContain(rule);
    const { code, stdout } = await pack(cwd, "--plugin", "p");
    expect([code, stdout]).toEqual([1, expect.stringContaining("nothing was written; 1 plugin refused")]);
    expect(readdirSync(cwd)).toEqual(["p"]);
  });

  it("refuses for a client of the config that installs no archive", async () => {
    const cwd = makePlugin({ ...whole, ".codex-plugin/plugin.json": "{" });
    expect((await list(cwd)).code).toBe(0);
    writeFileSync(path.join(cwd, "skills.config.yaml"), "clients: [codex]\n");
    const { code, errors } = await list(cwd);
    expect([code, errors]).toMatchObject([1, [{ ruleId: "plugin-manifest", refusedBy: ["codex"] }]]);
  });

  it("packs what no client refuses: another list of plugins, a skill below the root, an extension", async () => {
    expect((await list(makePlugin({ ...whole, ".claude-plugin/marketplace.json": "{}" }))).code).toBe(0);
    const flat = { [claude]: json({ name: "p", skills: "./a" }), "a/SKILL.md": skillMd("a") };
    expect((await list(makePlugin(flat))).report.subjects).toHaveLength(2);
    const gemini = {
      "gemini-extension.json": json({ name: "p", version: "1.0.0" }),
      "skills/a/SKILL.md": skillMd("a"),
    };
    expect((await list(makePlugin(gemini))).report.targets).toEqual(["spec", "gemini-cli"]);
  });

  it("resolves references into the plugin, and warns of keys in its other files", async () => {
    const key = ["ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"].join("");
    const { code, findings } = await list(
      makePlugin({
        ...whole,
        ".mcp.json": json({ mcpServers: { s: { command: "s", env: { TOKEN: key } } } }, undefined, 2),
        "shared/x.md": "X.\n",
        "skills/a/SKILL.md": skillMd("a", "Read [x](../../shared/x.md) and [draft](draft.md).\n"),
        "skills/a/.skillignore": "draft.md\n",
        "skills/a/draft.md": "Draft.\n",
      }),
    );
    expect(code).toBe(0);
    const of = (rule: string) =>
      findings.filter(({ ruleId }: Readonly<Record<string, string>>) => ruleId === rule);
    expect(of("reference-broken")).toMatchObject([
      { file: "SKILL.md", message: /^"draft\.md" is not packed/ },
    ]);
    expect(of("secret-literal")).toMatchObject([{ file: ".mcp.json" }]);
  });

  it("packs the target of a symlink only with --follow-internal", async () => {
    const cwd = makePlugin(whole);
    symlinkSync("skills/a", path.join(cwd, "p/linked"));
    expect((await list(cwd)).errors).toMatchObject([{ ruleId: "archive-type", file: "linked" }]);
    const { code, archive } = await list(cwd, "--follow-internal");
    expect(code).toBe(0);
    expect(archive.files.map((file: { readonly path: string }) => file.path)).toContain("linked/SKILL.md");
  });

  it.each([
    ["no manifest", { "skills/a/SKILL.md": skillMd("a") }, [], 'no plugin in "p": it has no manifest'],
    ["a plugin.json of another program", { "plugin.json": "{}" }, [], "it has no manifest"],
    [
      "a marketplace",
      { ".claude-plugin/marketplace.json": "{}" },
      [],
      '"p" is a marketplace; pass the directory of one plugin',
    ],
    [
      "a plugin that no client installs from an archive",
      { ".codex-plugin/plugin.json": json({ name: "p" }) },
      [],
      "no client installs this plugin from an archive",
    ],
    [
      "a manifest that is left out",
      { ...whole, ".skillignore": ".claude-plugin/\n" },
      [],
      `.skillignore leaves out "${claude}"`,
    ],
    ["another format", whole, ["--archive", "tar.gz"], "use .zip"],
    ["an output of another format", whole, ["--output", "p.skill"], "use .zip"],
    ["a layout", whole, ["--layout", "root"], "cannot be combined with --layout"],
    ["a bundle", whole, ["--bundle", "all.zip"], "cannot be combined with --bundle"],
    ["a comparison", whole, ["--check", "p.zip"], "cannot be combined with --check"],
    ["a policy that is not there", whole, ["--policy", "policy.yaml"], "policy.yaml"],
    [
      "an uploader",
      whole,
      ["--target", "claude-ai"],
      "uploaders take skills, not plugins; leave out claude-ai",
    ],
    ["two plugins", whole, ["p"], "2 paths are given"],
    ["an output in the plugin", whole, ["--out-dir", "p"], 'is inside the plugin "p"'],
  ])("ends with 2 for %s", async (_, files: Readonly<Record<string, string>>, words, said) => {
    const cwd = makePlugin(files);
    const { code, stdout, stderr } = await pack(cwd, "--plugin", ...words, "p");
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(said)]);
    expect(existsSync(path.join(cwd, "p.zip"))).toBe(false);
  });
});
