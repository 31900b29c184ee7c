import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const agentSchema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
const skill = { "skills/a/SKILL.md": skillMd("a") };
const claude = ".claude-plugin/plugin.json";
const marketplace = ".claude-plugin/marketplace.json";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** What `skills lint` says of plugins and marketplaces: `severity rule path/file line: message`. */
async function lintIn(cwd: string, ...more: readonly string[]) {
  const { stdout, stderr, code } = await runSkills(["lint", "--format", "json", ...more], { cwd });
  const { subjects } = JSON.parse(stdout) as Partial<Report>;
  if (!subjects) return { code, stderr, found: [], subjects: [], refusedBy: [], related: [] };
  const shipping = subjects.filter(({ kind }) => kind === "plugin" || kind === "marketplace");
  const all = shipping.flatMap(({ path: at, findings }) => findings.map((each) => ({ at, ...each })));
  return {
    code,
    stderr,
    subjects: shipping.map(({ kind, path: at }) => `${kind} ${at}`),
    found: all.map(
      ({ at, severity, ruleId, file, start, message }) =>
        `${severity} ${ruleId} ${at}/${file}${start ? `:${start.line}` : ""} ${message}`,
    ),
    refusedBy: all.map(({ refusedBy }) => refusedBy),
    related: all.map(({ related }) => related.map(({ file }) => file)),
  };
}

async function lint(files: Files, ...more: readonly string[]) {
  return lintIn(makeTree(files), ...more);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

const entry = { name: "p", source: "./p" };
const list = (...plugins: readonly object[]): string => json({ name: "mk", owner: { name: "o" }, plugins });

describe("a plugin", () => {
  it("is found where a search passes it, with its kind", async () => {
    const { subjects, found, code } = await lint({
      [marketplace]: list(entry),
      [`p/${claude}`]: json({ name: "p" }),
      "p/skills/a/SKILL.md": skillMd("a"),
    });
    expect([code, subjects, found]).toEqual([0, ["marketplace .", "plugin p"], []]);
  });

  it("is enough for check and lint, which say that there was no skill", async () => {
    const cwd = makeTree({ [claude]: json({ name: "p" }) });
    for (const command of ["check", "lint"]) {
      const { code, stdout } = await runSkills([command], { cwd });
      expect(code).toBe(0);
      expect(stdout).toContain("0 skills and 1 plugin checked: nothing to report");
    }
  });

  it("is enough for validate, which reports what is refused, also of shards", async () => {
    const cwd = makeTree({
      [`p/${claude}`]: json({ name: "p", version: "1" }),
      "p/.codex-plugin/plugin.json": json({ name: "p", version: "2" }),
      [`q/${claude}`]: "{",
    });
    const { code, stdout } = await runSkills(["validate"], { cwd });
    expect([code, stdout.match(/plugin-[a-z]+/g)]).toEqual([0, ["plugin-manifest"]]);
    expect(stdout).toContain("0 skills and 2 plugins checked: 1 warning");
    expect((await runSkills(["validate", "--target", "claude-code"], { cwd })).code).toBe(1);
    for (const index of [1, 2])
      writeFileSync(
        path.join(cwd, `${index}.blob`),
        (await runSkills(["validate", "--format", "blob", "--shard", `${index}/2`], { cwd })).stdout,
      );
    const merged = await runSkills(["merge-reports", "1.blob", "2.blob"], { cwd });
    expect([merged.code, merged.stdout.match(/plugin-[a-z]+/g)]).toEqual([0, ["plugin-manifest"]]);
  });

  it("is not made of a plugin.json of another program, nor of a directory that git ignores", async () => {
    const { code, stderr } = await lint({ "plugin.json": json({ name: "App" }) });
    expect([code, stderr]).toEqual([2, expect.stringContaining("no SKILL.md at or below")]);
    const ignored = await lint({
      ".git/HEAD": "",
      ".gitignore": "build/\n",
      ...skill,
      [`build/${claude}`]: "{",
    });
    expect(ignored.subjects).toEqual([]);
  });

  it("is checked by --changed only if something in it changed", async () => {
    const files = { ...skill, [`p/${claude}`]: "{", [`q/${claude}`]: "{" };
    const cwd = makeTree(files);
    writeFileSync(path.join(cwd, "list"), "p/README.md\0skills/a/SKILL.md\0");
    const { subjects } = await lintIn(cwd, "--files-from", "list");
    expect(subjects).toEqual(["plugin p"]);
  });
});

describe("plugin-manifest", () => {
  it("reports what the validator refuses, as an error for its client", async () => {
    const files = { ...skill, [claude]: json({ name: "p", version: 1 }) };
    const message =
      "plugin-manifest ./.claude-plugin/plugin.json:1 the plugin is refused: `version` is not a text";
    const { code, found, refusedBy } = await lint(files);
    expect([code, found, refusedBy]).toEqual([0, [`warning ${message}`], [["claude-code"]]]);
    const chosen = await lint(files, "--target", "claude-code");
    expect([chosen.code, chosen.found]).toEqual([1, [`error ${message}`]]);
  });

  it("says so if the plugin installs without a part", async () => {
    const { found } = await lint({ ...skill, [claude]: json({ name: "p", commands: "./gone" }) });
    expect(found).toEqual([
      'warning plugin-manifest ./.claude-plugin/plugin.json:1 the plugin installs without a part: path "./gone" does not exist',
    ]);
  });

  it("reports a root plugin.json because of which others are not read", async () => {
    const { found, refusedBy, related } = await lint({
      ...skill,
      "plugin.json": json({ $schema: agentSchema, name: "Hello" }),
      ".codex-plugin/plugin.json": json({ name: "hello" }),
    });
    expect(found[1]).toContain(
      'warning plugin-manifest ./plugin.json:1 the plugin is refused: `name` "Hello"',
    );
    expect([refusedBy[1], related[1]]).toEqual([["codex", "copilot-cli"], [".codex-plugin/plugin.json"]]);
  });

  it("reports what a plugin below a marketplace does wrong once, at the plugin", async () => {
    const { found } = await lint({ [marketplace]: list(entry), [`p/${claude}`]: "{", ...skill });
    expect(found).toEqual([
      "warning plugin-manifest p/.claude-plugin/plugin.json:1 the plugin is refused: the object is not closed; add `}`",
    ]);
  });
});

describe("plugin-validator", () => {
  const message = (what: string, file = claude) =>
    `plugin-validator ./${file}:1 only \`claude plugin validate\` refuses the plugin: ${what}`;
  it.each([
    [
      "a name for Anthropic",
      { name: "claude-tools" },
      '`name` "claude-tools" is reserved for Anthropic; choose another',
    ],
    ["an author", { name: "p", author: "Me" }, "`author` is not an object"],
    ["a homepage", { name: "p", homepage: "docs" }, '`homepage` "docs" is no URL'],
    ["keywords", { name: "p", keywords: "a, b" }, "`keywords` is not a list of texts"],
  ])("is no error for %s, as the plugin installs", async (_, manifest, said) => {
    const files = { ...skill, [claude]: json(manifest) };
    const { code, found, refusedBy } = await lint(files, "--target", "claude-code");
    expect([code, found, refusedBy]).toEqual([0, [`warning ${message(said)}`], [[]]]);
    const asked = await lint(files, "--rule", "plugin-validator=error");
    expect([asked.code, asked.found]).toEqual([1, [`error ${message(said)}`]]);
  });

  it("reports the reserved name of an entry, and an entry that does not install as refused", async () => {
    const plugins = list({ ...entry, name: "claude-x" }, { ...entry, name: "q", author: "Me" });
    const { found } = await lint({ [marketplace]: plugins, "p/skills/a/SKILL.md": skillMd("a") });
    expect(found).toEqual([
      `warning ${message('`plugins[0].name` "claude-x" is reserved for Anthropic; choose another', marketplace)}`,
      "warning plugin-manifest ./.claude-plugin/marketplace.json:1 the plugin is refused: `plugins[1].author` is not an object",
    ]);
  });
});

describe("plugins of others", () => {
  const copy = "plugins/marketplaces/official";
  const files = { ...skill, [`${copy}/${marketplace}`]: "{", [`${copy}/p/${claude}`]: "{" };

  it("are left out and named, unless their directory is passed", async () => {
    const cwd = makeTree(files);
    const { stdout, code } = await runSkills(["lint", "--format", "json"], { cwd });
    const { subjects, unread } = JSON.parse(stdout) as Report;
    expect([
      code,
      subjects.map(({ kind }) => kind),
      unread.map(({ path: at, reason }) => [at, reason]),
    ]).toEqual([
      0,
      ["skill"],
      [["plugins/marketplaces", "copies of plugins of others; pass the directory to check them"]],
    ]);
    expect((await lintIn(cwd, copy)).subjects).toEqual([`marketplace ${copy}`, `plugin ${copy}/p`]);
  });

  it("are checked where a marketplace outside lists them", async () => {
    const { found } = await lint({
      [marketplace]: list({ name: "p", source: "./vendor/p" }),
      [`vendor/p/${claude}`]: "{",
    });
    expect(found).toEqual([expect.stringContaining("the plugin is refused: the object is not closed")]);
  });
});

describe("plugin-install", () => {
  it.each([
    ["a source that does not exist", list({ name: "p", source: "./gone" }), 'source "./gone" does not exist'],
    [
      "a skill that does not exist",
      list({ ...entry, skills: ["./skills/gone"] }),
      'skills path "./skills/gone" does not exist',
    ],
    [
      "a SKILL.md instead of its directory",
      list({ ...entry, skills: ["./skills/a/SKILL.md"] }),
      'skills path "./skills/a/SKILL.md" is no directory',
    ],
    ["a reserved name", json({ ...JSON.parse(list(entry)), name: "anthropic-plugins" }), "is reserved"],
  ])("reports %s", async (_, text, said) => {
    const { found } = await lint({ [marketplace]: text, "p/skills/a/SKILL.md": skillMd("a") });
    expect(found).toEqual([expect.stringContaining(said)]);
    expect(found[0]).toMatch(/^warning plugin-install \.\/\.claude-plugin\/marketplace\.json:1 /);
  });

  it("is silent about paths that exist, and about sources elsewhere", async () => {
    const { found } = await lint({
      [marketplace]: list(
        { ...entry, skills: ["./skills/a"] },
        { name: "r", source: { source: "github", repo: "o/r" } },
      ),
      "p/skills/a/SKILL.md": skillMd("a"),
    });
    expect(found).toEqual([]);
  });

  it("reports a path that Codex drops without a message", async () => {
    const { found } = await lint({
      ".codex-plugin/plugin.json": json({ name: "p", skills: "more" }),
      "more/b/SKILL.md": skillMd("b"),
      ...skill,
    });
    expect(found[0]).toContain(
      'skills path "more" does not start with "./": Codex searches `skills/` instead',
    );
  });

  it("says nothing of a path that Codex drops, if it finds the same skills all the same", async () => {
    const { found } = await lint({
      ".codex-plugin/plugin.json": json({ name: "p", skills: ["skills/a"] }),
      ...skill,
    });
    expect(found).toEqual([]);
  });

  it("says nothing of a second name for Claude Code of a plugin that Codex installs", async () => {
    const own = {
      [`p/${claude}`]: json({ name: "p" }),
      "p/.codex-plugin/plugin.json": json({ name: "p" }),
      "p/skills/a/SKILL.md": skillMd("a"),
    };
    const other = { name: "core", source: "./p", strict: false };
    expect((await lint({ ...own, [marketplace]: list(entry, other) })).found).toEqual([]);
    expect((await lint({ ...own, [marketplace]: list(other) })).found[0]).toContain(
      'plugin "core" is named "p" in its manifest: it does not install',
    );
  });

  it("says nothing of skills that Cursor may find through links", async () => {
    const named = { ".cursor-plugin/plugin.json": json({ name: "p", skills: "./more/" }), ...skill };
    expect((await lint(named)).found[0]).toContain('skills path "./more/" does not exist');
    const cwd = makeTree({
      "s/SKILL.md": skillMd("s"),
      "p/more/x.txt": "",
      ...Object.fromEntries(Object.entries(named).map(([file, text]) => [`p/${file}`, text])),
    });
    expect((await lintIn(cwd, "p")).found[0]).toContain('skills path "./more/" holds no skill');
    symlinkSync("../../s", path.join(cwd, "p/more/s"));
    expect((await lintIn(cwd, "p")).found).not.toContainEqual(expect.stringContaining("plugin-install"));
  });

  it.each([
    [{ skills: "skills/*/SKILL.md" }, 'write "./skills"'],
    [{ skills: ["skills/a/SKILL.md"] }, 'write "./skills/a"'],
    [{ skills: "SKILL.md" }, 'write "./"'],
    [{ agents: "agents/" }, "list the files, or leave out the key for ./agents"],
    [{ agents: ["agents/x.md"] }, 'write "./agents/x.md"'],
  ])("says what to write instead of a path such as in %j", async (fields, fix) => {
    const { found } = await lint({ [claude]: json({ name: "p", ...fields }), ...skill });
    expect(found[0]).toContain(`does not start with "./"; ${fix}`);
  });

  it("recognizes a symlink that was committed as a text", async () => {
    const { found } = await lint({ [claude]: "../.codex-plugin/plugin.json", ...skill });
    expect(found[0]).toContain(
      'the file holds only the path "../.codex-plugin/plugin.json"; commit a symlink',
    );
  });
});

describe("a marketplace for Codex", () => {
  const file = ".agents/plugins/marketplace.json";
  const listed = (entry: object) => json({ name: "mk", plugins: [{ name: "p", source: "./p", ...entry }] });
  const own = { "p/.codex-plugin/plugin.json": json({ name: "p" }), "p/skills/a/SKILL.md": skillMd("a") };

  it.each([
    [
      "plugin-manifest",
      "a policy",
      { policy: { installation: "ALWAYS" } },
      "policy `installation` is unknown",
    ],
    [
      "plugin-install",
      "a missing directory",
      { source: { source: "local", path: "./q" } },
      'source "./q" is not',
    ],
    ["plugin-install", "a path without ./", { source: "p" }, 'does not start with "./"'],
    [
      "plugin-install",
      "an unknown kind",
      { source: { source: "github", repo: "o/p" } },
      '"github" is unknown',
    ],
    ["plugin-install", "another name", { name: "q" }, 'plugin "q" is named "p" in its manifest'],
    ["plugin-install", "a name with a space", { name: "p q" }, 'plugin "p q" is left out'],
  ])("%s reports %s", async (rule, _, entry, said) => {
    const { found, refusedBy } = await lint({ ...own, [file]: listed(entry) });
    const index = found.findIndex((each) => each.includes(rule));
    expect(found[index]).toContain(said);
    expect(refusedBy[index]).toEqual(["codex"]);
  });

  it("is silent about a right one, as a text or an object", async () => {
    const source = { source: "local", path: "./p" };
    for (const entry of [{}, { source, policy: { installation: "AVAILABLE", authentication: "ON_USE" } }]) {
      const { found, subjects } = await lint({ ...own, [file]: listed(entry) });
      expect([subjects, found]).toEqual([["marketplace .", "plugin p"], []]);
    }
  });

  it("loses nothing of a plugin that has no skills", async () => {
    const { found } = await lint({ ".codex-plugin/plugin.json": json({ name: "p", skills: "./skills/" }) });
    expect(found).toEqual([]);
  });
});

describe("an extension of Gemini CLI", () => {
  const extension = (more: object) => json({ name: "p", version: "1.0.0", ...more });
  it.each([
    ["a name with an underscore", { name: "p_q" }, '`name` "p_q" is invalid'],
    ["an empty version", { version: "" }, "`version` is empty"],
    ["a version that is 0", { version: 0 }, "`version` is missing"],
    ["a context file with two dots", { contextFileName: "a..b.md" }, 'file "a..b.md" contains ".."'],
    ["a context file that is no text", { contextFileName: [5] }, "`contextFileName` is not a text or a list"],
    [
      "a context file that is not there",
      { contextFileName: "GEMINI.md" },
      'context file "GEMINI.md" does not exist',
    ],
  ])("plugin-manifest reports %s", async (_, more, said) => {
    const { found, refusedBy } = await lint({ ...skill, "gemini-extension.json": extension(more) });
    expect([found, refusedBy]).toEqual([[expect.stringContaining(said)], [["gemini-cli"]]]);
  });

  it.each([
    ["a name that is a number", { name: 5 }, "`name` is not a text"],
    ["servers without a value", { mcpServers: { a: null } }, 'server "a" is null'],
    [
      "arguments of a server",
      { mcpServers: { a: { command: "x", args: "y" } } },
      '`args` of server "a" is not a list',
    ],
    ["settings", { settings: {} }, "`settings` is not a list"],
    ["themes", { themes: [null] }, "`themes` contains null; Gemini CLI does not start"],
    ["excluded tools", { excludeTools: "x" }, "`gemini extensions list` fails"],
  ])("plugin-install reports %s", async (_, more, said) => {
    const { found } = await lint({ ...skill, "gemini-extension.json": extension(more) });
    expect(found).toEqual([expect.stringMatching(/^warning plugin-install /)]);
    expect(found[0]).toContain(said);
  });

  it("has the skill of skills/ itself", async () => {
    const files = { "gemini-extension.json": extension({}), "skills/SKILL.md": skillMd("skills") };
    expect((await lint(files)).found).toEqual([]);
  });

  it("is right with a context file", async () => {
    const files = {
      "gemini-extension.json": extension({ contextFileName: "GEMINI.md" }),
      "GEMINI.md": "# p\n",
    };
    const { found, subjects } = await lint({ ...skill, ...files });
    expect([found, subjects]).toEqual([[], ["plugin ."]]);
  });
});

describe("a plugin for Cursor", () => {
  const file = ".cursor-plugin/plugin.json";
  const skills = { ...skill, "more/b/SKILL.md": skillMd("b") };
  it.each([
    [
      "a name in upper case",
      { name: "My" },
      'the manifest is not read: `name` "My" is not of lower-case letters',
    ],
    ["an author", { name: "p", author: "Me" }, "the manifest is not read: `author` is not an object"],
    ["a path out of it", { name: "p", skills: "../x" }, 'skills path "../x" is not a path in the plugin'],
    ["a path that is not there", { name: "p", skills: ["./gone", "./more"] }, 'path "./gone" does not exist'],
    ["a skill in place of a list", { name: "p", skills: "./skills/a" }, 'write ["skills/a"]'],
  ])("plugin-install reports %s", async (_, manifest, said) => {
    const { found, code } = await lint({ ...skills, [file]: json(manifest) }, "--target", "cursor");
    expect([code, found[0]]).toEqual([1, expect.stringContaining(said)]);
    expect(found[0]).toMatch(/^error plugin-install \.\/\.cursor-plugin\/plugin\.json:1 /);
  });

  it("is right without and with paths, which replace skills/", async () => {
    expect((await lint({ ...skill, [file]: json({ name: "p.q", author: { name: "Me" } }) })).found).toEqual(
      [],
    );
    for (const paths of ["./more/", ["more/b"], ["more/b/SKILL.md"]]) {
      const { found } = await lint({ ...skills, [file]: json({ name: "p", skills: paths }) });
      expect(found).toEqual([
        "info plugin-hidden-skill ./skills/a/SKILL.md Cursor does not find the skill in the plugin",
      ]);
    }
  });

  it("has keys that are ignored", async () => {
    const { found } = await lint({ ...skill, [file]: json({ name: "p", interface: {} }) });
    expect(found).toEqual([
      expect.stringContaining('info plugin-ignored ./.cursor-plugin/plugin.json:1 unknown key "interface"'),
    ]);
  });
});

describe("manifests that disagree", () => {
  const files = {
    ...skill,
    [claude]: json({ name: "p", version: "1.1.0", description: "One." }),
    ".codex-plugin/plugin.json": json({ name: "q", version: "1.0.0", description: "Two." }),
  };

  it("are reported by version and name, and by description on request", async () => {
    const ids = ({ found }: { readonly found: readonly string[] }) =>
      found.map((each) => each.split(" ", 2).join(" "));
    expect(ids(await lint(files))).toEqual(["info plugin-name", "info plugin-version"]);
    const all = await lint(files, "--rule", "plugin-description=info");
    expect(ids(all)).toContain("info plugin-description");
  });

  it("are not reported for a text that a manifest lacks or a release fills in", async () => {
    const { found } = await lint({
      ...files,
      ".codex-plugin/plugin.json": json({ name: "p", version: "0.0.0-placeholder" }),
    });
    expect(found).toEqual([]);
  });

  it("are not reported for versions that differ only in their build metadata", async () => {
    const { found } = await lint({
      ...files,
      ".codex-plugin/plugin.json": json({ name: "p", version: "1.1.0+codex.2" }),
    });
    expect(found).toEqual([]);
  });

  it("are not reported for entries that share a directory", async () => {
    const { found } = await lint({
      ...skill,
      [claude]: json({ name: "p", version: "1.1.0" }),
      [marketplace]: list(
        { name: "a", source: "./", version: "1" },
        { name: "b", source: "./", version: "2" },
      ),
    });
    expect(found).toEqual([]);
  });

  it("are reported for an entry of a marketplace whose plugin has another version", async () => {
    const { found } = await lint({
      [marketplace]: list({ ...entry, version: "2.0.0" }),
      [`p/${claude}`]: json({ name: "p", version: "1.0.0" }),
    });
    expect(found).toEqual([
      'info plugin-version ./.claude-plugin/marketplace.json:1 version "2.0.0" differs from "1.0.0" in p/.claude-plugin/plugin.json',
    ]);
  });
});

describe("plugin-hidden-skill", () => {
  it("reports a skill that a manifest hides from one client and shows to another", async () => {
    const { found } = await lint({
      [claude]: json({ name: "p", skills: "./more" }),
      ".codex-plugin/plugin.json": json({ name: "p", skills: "./more" }),
      ...skill,
      "more/b/SKILL.md": skillMd("b"),
    });
    expect(found).toEqual([
      "info plugin-hidden-skill ./skills/a/SKILL.md Codex CLI does not find the skill in the plugin",
    ]);
  });

  it("reports a skill that is nested too deep, and none directly in skills", async () => {
    const { found } = await lint({
      [claude]: json({ name: "p" }),
      ...skill,
      "skills/g/b/SKILL.md": skillMd("b"),
    });
    expect(found).toEqual([
      "info plugin-hidden-skill ./skills/g/b/SKILL.md Claude Code does not find the skill in the plugin",
    ]);
  });
});

describe("what two readers found wrong", () => {
  it("takes the skills that an entry of a marketplace names for those of the plugin", async () => {
    const { found } = await lint({
      [marketplace]: list({ ...entry, skills: ["./skills/g/b"] }),
      [`p/${claude}`]: json({ name: "p" }),
      "p/skills/a/SKILL.md": skillMd("a"),
      "p/skills/g/b/SKILL.md": skillMd("b"),
      "p/skills/g/c/SKILL.md": skillMd("c"),
    });
    expect(found).toEqual([
      "info plugin-hidden-skill p/skills/g/c/SKILL.md Claude Code does not find the skill in the plugin",
    ]);
  });

  it("does not miss a skill of which the client finds one of the same name", async () => {
    const { found } = await lint({
      [claude]: json({ name: "p" }),
      ".codex-plugin/plugin.json": json({ name: "p", skills: "./codex" }),
      ...skill,
      "codex/a/SKILL.md": skillMd("a"),
    });
    expect(found).toEqual([]);
  });

  it("says that a marketplace is refused, and a name once", async () => {
    const missing = await lint({ [marketplace]: json({ name: "m", plugins: [] }) });
    expect(missing.found[0]).toContain("the marketplace is refused: `owner` is missing");
    const named = await lint({
      ".agents/plugins/marketplace.json": json({
        name: "m",
        plugins: [{ name: "q", source: { source: "local", path: "./p" } }],
      }),
      "p/.codex-plugin/plugin.json": json({ name: "p" }),
      "p/skills/a/SKILL.md": skillMd("a"),
    });
    expect(named.found).toEqual([expect.stringContaining("plugin-install")]);
  });
});

describe("plugin-ignored", () => {
  const agent = { $schema: agentSchema, name: "p" };
  const codex = (value: object): Files => ({
    ".codex-plugin/plugin.json": json({ name: "p", interface: value }),
  });
  const servers = (mcpServers: object): Files => ({
    "plugin.json": json(agent),
    "mcp.json": json({ $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", mcpServers }),
  });
  it.each<readonly [string, Files, string]>([
    [
      "a key that Agent Plugins do not have",
      { "plugin.json": json({ ...agent, skills: "./s" }) },
      'plugin.json:1 unknown key "skills" is ignored; skills are in skills/',
    ],
    [
      "a server that is skipped",
      servers({ s: { type: "http", url: "https://a.b" } }),
      'mcp.json:1 server "s" is skipped: its type "http" is unknown',
    ],
    [
      "servers in the file of other clients",
      { "plugin.json": json(agent), ".mcp.json": "{}" },
      ".mcp.json only mcp.json is read; write the servers there",
    ],
    [
      "starter prompts that Codex does not show",
      codex({ defaultPrompt: ["a", "b", "c", "d"] }),
      ".codex-plugin/plugin.json:1 4 starter prompts, of which 3 are shown",
    ],
    [
      "a starter prompt that is too long",
      codex({ defaultPrompt: "x ".repeat(65) }),
      ".codex-plugin/plugin.json:1 starter prompt has 129 characters (maximum 128) and is left out",
    ],
    [
      "an icon that does not exist",
      codex({ logo: "./logo.png" }),
      '.codex-plugin/plugin.json:1 `logo` "./logo.png" is no file in the plugin and is left out',
    ],
    [
      "an icon without ./",
      { ...codex({ logo: "logo.png" }), "logo.png": "" },
      '.codex-plugin/plugin.json:1 `logo` "logo.png" does not start with "./" and is left out',
    ],
    [
      "the skills of an extension",
      { "gemini-extension.json": json({ name: "p", version: "1", skills: "./s" }) },
      "gemini-extension.json:1 `skills` is not read; skills are found in the directory skills/",
    ],
  ])("reports %s, which no target refuses", async (_, files, said) => {
    const { found, code } = await lint({ ...skill, ...files }, "--target", "codex,copilot-cli,gemini-cli");
    expect([code, found]).toEqual([0, [`info plugin-ignored ./${said}`]]);
  });

  it("reports nothing that clients read", async () => {
    const { found } = await lint({
      ...skill,
      ...servers({ s: { type: "stdio", command: "node", args: ["${PLUGIN_ROOT}/s.js"] } }),
      ...codex({ defaultPrompt: ["a", "b", "c"], logo: "./assets/logo.png" }),
      ".mcp.json": "{}",
      "assets/logo.png": "",
    });
    expect(found).toEqual([]);
  });
});

describe("a hostile manifest", () => {
  const utf16 = new Uint8Array(Buffer.from(`\ufeff${json({ name: "p" })}`, "utf16le"));
  it.each<readonly [string, string | Uint8Array, string]>([
    ["nested 100,000 deep", `{"name":${"[".repeat(100_000)}`, "nested more than 200 levels deep"],
    ["larger than 1 MiB", `{"name":"p","x":"${"x".repeat(1_100_000)}"}`, "the file cannot be read"],
    ["whose keys are those of prototypes", '{"__proto__":{"name":"p"}}', "`name` is missing"],
    ["with a key twice", '{"name":"p","name":"p"}', 'duplicate key "name"'],
    ["with a path out of it", json({ name: "p", skills: "./a/../../b" }), 'contains ".."'],
    ["with an absolute path", json({ name: "p", skills: "/etc" }), 'does not start with "./"'],
    ["with NUL in a path", json({ name: "p", skills: "./a\0b" }), "does not lead into the plugin"],
    ["with a byte-order mark", `\ufeff${json({ name: "p" })}`, "byte-order mark"],
    ["in UTF-16", utf16, "the file is utf-16le, not UTF-8"],
    ["of bytes that are no text", new Uint8Array([0xff, 0xfe, 0xfd, 0]), "not UTF-8"],
    ["that is empty", "", "expected a value, found the end of the file"],
    ["that is a list", "[]", "not an object"],
    ["that ends early", '{"name":"p', "the string is not closed"],
    ["with control characters in its name", json({ name: "\u001b[31mp" }), "white space"],
  ])("%s is a finding", async (_, content, said) => {
    const cwd = makeTree({ ...skill, [claude]: content });
    await lintIn(cwd, "skills");
    const before = cpuTime();
    const { code, found } = await lintIn(cwd);
    expect(cpuTime() - before).toBeLessThan(linearLimit);
    expect(code).toBe(0);
    expect(found.join("\n")).toContain(said);
    expect(found.join("")).not.toContain("\u001b");
  });

  const contents: readonly (readonly [string, (start: string) => string | Uint8Array])[] = [
    ["nested 100,000 deep", (start) => `${start}"a":${"[".repeat(100_000)}`],
    ["larger than 1 MiB", (start) => `${start}"a":"${"x".repeat(1_100_000)}"}`],
    ["whose keys are those of prototypes", (start) => `${start}"__proto__":{"name":"p"},"constructor":1}`],
    ["with a key twice", (start) => `${start}"version":"1","version":"2"}`],
    ["with a byte-order mark", (start) => `\ufeff${start}"name":"p","version":"1"}`],
    ["in UTF-16", (start) => new Uint8Array(Buffer.from(`\ufeff${start}"name":"p"}`, "utf16le"))],
    ["that ends early", (start) => `${start}"name":"p`],
    ["that is a list", (start) => `[${start}"name":"p"}]`],
  ];
  const files = [
    marketplace,
    ".agents/plugins/marketplace.json",
    "plugin.json",
    ".codex-plugin/plugin.json",
    ".cursor-plugin/plugin.json",
    ".plugin/plugin.json",
    "gemini-extension.json",
  ];
  it.each(files.flatMap((file) => contents.map(([what, make]) => [file, what, make] as const)))(
    "%s %s is a finding, or no manifest",
    async (file, what, make) => {
      // Without the schema it would be of another program, and a text in UTF-16 names none.
      const start = file === "plugin.json" ? `{"$schema":${json(agentSchema)},` : "{";
      const cwd = makeTree({ ...skill, [file]: make(start) });
      const before = cpuTime();
      const { code, found, subjects } = await lintIn(cwd);
      expect(cpuTime() - before).toBeLessThan(linearLimit);
      expect(code).toBe(0);
      const isOther = file === "plugin.json" && /UTF-16|1 MiB/.test(what);
      // Codex and Copilot need no name, and Copilot takes a list as a manifest without keys.
      const isFine =
        (/^\.(?:codex-)?plugin\//.test(file) && /prototypes/.test(what)) ||
        (/^(?:\.plugin\/)?plugin\.json$/.test(file) && /a list/.test(what));
      expect([subjects.length, found.length > 0]).toEqual(isOther ? [0, false] : [1, !isFine]);
    },
  );

  it("follows no symlinks: to skills outside, to itself, and to other plugins", async () => {
    const cwd = makeTree({
      "secret/skills/s/SKILL.md": skillMd("s"),
      [`secret/${claude}`]: "{",
      [`m/${marketplace}`]: list({ name: "out", source: "./out" }, { name: "loop", source: "./loop" }),
      "m/p/skills/a/SKILL.md": skillMd("a"),
      [`m/p/${claude}`]: json({ name: "p", skills: ["./linked", "./self"] }),
    });
    symlinkSync("../secret", path.join(cwd, "m/out"));
    symlinkSync("loop", path.join(cwd, "m/loop"));
    symlinkSync("../../secret/skills", path.join(cwd, "m/p/linked"));
    symlinkSync(".", path.join(cwd, "m/p/self"));
    const { code, found } = await lintIn(cwd, "m");
    expect(code).toBe(0);
    const said = [
      '"./out" is no directory',
      '"./loop" does not exist',
      '"./linked" does not lead into the plugin',
    ];
    for (const each of said) expect(found.join("\n")).toContain(each);
    expect(found.join("\n")).not.toContain("secret");
  });

  it("that is a symlink out of the plugin is not read, and one inside is", async () => {
    const cwd = makeTree({
      "outside.json": json({ name: "secret name" }),
      "p/skills/a/SKILL.md": skillMd("a"),
    });
    mkdirSync(path.join(cwd, "p/.claude-plugin"));
    symlinkSync("../../outside.json", path.join(cwd, "p", claude));
    const { found } = await lintIn(cwd, "p");
    expect(found).toEqual([expect.stringContaining("the file cannot be read")]);
    writeFileSync(path.join(cwd, "p/own.json"), json({ name: "own name" }));
    mkdirSync(path.join(cwd, "p/.codex-plugin"));
    symlinkSync("../own.json", path.join(cwd, "p/.codex-plugin/plugin.json"));
    expect((await lintIn(cwd, "p")).found).toHaveLength(1);
  });
});
