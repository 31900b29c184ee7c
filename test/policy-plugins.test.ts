import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import type { InspectData } from "../src/model/reports/inspect.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { runSkillsIn } from "./support/io.ts";
import { commit, git, makeRepository } from "./support/repository.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const json = JSON.stringify;
const claude = ".claude-plugin/plugin.json";
const marketplace = ".claude-plugin/marketplace.json";
const manifest = { [claude]: json({ name: "p" }) };
const skill = { "skills/a/SKILL.md": skillMd("a") };
const hook = (command: string): object => ({
  hooks: { PostToolUse: [{ matcher: "Write", hooks: [{ type: "command", command }] }] },
});
const listing = (entry: object): string =>
  json({ name: "m", owner: { name: "o" }, plugins: [{ name: "p", source: "./p", ...entry }] });
const curl = "curl https://api.globex.com/x";

const policy = `
hosts: {allow: ["*.acme.com"]}
programs: {deny: [curl, wget]}
packages: {deny: [left-pad]}
`;

async function judge(cwd: string, ...words: readonly string[]): Promise<readonly string[]> {
  const ran = await runSkillsIn(cwd, "check", "--policy", "p.yaml", "--format", "json", ...words);
  const report = JSON.parse(ran.stdout) as Report;
  expect(schemaOf("report")(report), json(schemaOf("report").errors)).toBe(true);
  const verdict = report.policy!;
  expect([verdict.passed, ran.code]).toEqual(verdict.denials.length === 0 ? [true, 0] : [false, 1]);
  expect(
    report.subjects.flatMap(({ findings }) => findings.filter((each) => each.ruleId === "policy")).length,
  ).toBe(verdict.denials.length);
  return verdict.denials.map(
    ({ rule, what, where, ...of }) => `${of.plugin ?? `skill ${of.skill}`} ${where.file} ${rule} ${what}`,
  );
}

describe("a policy for plugins", () => {
  it.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      "a hook",
      { ...manifest, "hooks/hooks.json": json(hook(curl)) },
      [". hooks/hooks.json programs curl", ". hooks/hooks.json hosts api.globex.com"],
    ],
    [
      "a hook in the manifest",
      { [claude]: json({ name: "p", ...hook(curl) }) },
      [`. ${claude} programs curl`, `. ${claude} hosts api.globex.com`],
    ],
    [
      "a file of hooks that the manifest names",
      { [claude]: json({ name: "p", hooks: "./more/h.json" }), "more/h.json": json(hook("wget x")) },
      [". more/h.json programs wget"],
    ],
    [
      "a script that a hook names, and what it reads",
      {
        ...manifest,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the client
        "hooks/hooks.json": json(hook("bash ${CLAUDE_PLUGIN_ROOT}/scripts/run.sh")),
        "scripts/run.sh": '. "$(dirname "$0")/lib.sh"\ngo\n',
        "scripts/lib.sh": `go() { ${curl}; }\n`,
        "scripts/release.sh": "wget https://api.initech.com/x\n",
      },
      [". scripts/lib.sh programs curl", ". scripts/lib.sh hosts api.globex.com"],
    ],
    [
      "modules of a program that a hook names",
      {
        ...manifest,
        "hooks/hooks.json": json(hook("python3 hooks/run.py")),
        "hooks/run.py": "from helpers.net import go\ngo()\n",
        "hooks/helpers/net.py":
          'import requests\n\ndef go():\n    requests.get("https://api.globex.com/x")\n',
      },
      [". hooks/helpers/net.py hosts api.globex.com"],
    ],
    [
      "a server that is contacted",
      {
        ...manifest,
        ".mcp.json": json({ mcpServers: { x: { type: "http", url: "https://api.globex.com/mcp" } } }),
      },
      [". .mcp.json hosts api.globex.com"],
    ],
    [
      "a package that a server installs",
      {
        ...manifest,
        ".mcp.json": json({ mcpServers: { x: { command: "npx", args: ["-y", "left-pad@1.3.0"] } } }),
      },
      [". .mcp.json packages left-pad@1.3.0"],
    ],
    [
      "a language server",
      { ...manifest, ".lsp.json": json({ go: { command: "wget", args: ["x"], extensionToLanguage: {} } }) },
      [". .lsp.json programs wget"],
    ],
    [
      "an extension of Gemini CLI",
      {
        "gemini-extension.json": json({
          name: "p",
          version: "1.0.0",
          // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of the client
          mcpServers: { x: { command: "node", args: ["${extensionPath}${/}dist${/}server.js"] } },
        }),
        "dist/server.js": 'fetch("https://api.globex.com/x");\n',
      },
      [". dist/server.js hosts api.globex.com"],
    ],
    [
      "hooks of Copilot CLI and Cursor",
      {
        "plugin.json": json({
          $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
          name: "p",
        }),
        ".cursor-plugin/plugin.json": json({ name: "p", hooks: { afterFileEdit: [{ command: "wget x" }] } }),
        "hooks.json": json({ version: 1, hooks: { preToolUse: [{ bash: curl, powershell: "curl.exe x" }] } }),
      },
      [
        ". .cursor-plugin/plugin.json programs wget",
        ". hooks.json programs curl",
        ". hooks.json hosts api.globex.com",
      ],
    ],
    [
      "a command and an agent",
      {
        ...manifest,
        "commands/go.md": `---\ndescription: Goes.\n---\n\nNow: !\`${curl}\`\n`,
        "agents/x.md": "---\nname: x\ndescription: Does.\n---\n\n```bash\nwget x\n```\n",
      },
      [
        ". agents/x.md programs wget",
        ". commands/go.md programs curl",
        ". commands/go.md hosts api.globex.com",
      ],
    ],
    [
      "a program on the PATH",
      { ...manifest, "bin/go": `#!/bin/sh\n${curl}\n` },
      [". bin/go programs curl", ". bin/go hosts api.globex.com"],
    ],
    [
      "an entry of a marketplace",
      { [marketplace]: listing({ strict: false, ...hook(curl) }), "p/skills/a/SKILL.md": skillMd("a") },
      [`. ${marketplace} programs curl`, `. ${marketplace} hosts api.globex.com`],
    ],
    [
      "a listed plugin without a manifest",
      { [marketplace]: listing({}), "p/hooks/hooks.json": json(hook("wget x")) },
      [". p/hooks/hooks.json programs wget"],
    ],
    [
      "a listed plugin with one, once",
      {
        [marketplace]: listing({}),
        [`p/${claude}`]: json({ name: "p" }),
        "p/hooks/hooks.json": json(hook("wget x")),
      },
      ["p hooks/hooks.json programs wget"],
    ],
    [
      "hooks that cannot be read",
      { ...manifest, "hooks/hooks.json": "{" },
      [". hooks/hooks.json unread hooks/hooks.json"],
    ],
    [
      "hooks elsewhere",
      { [claude]: json({ name: "p", hooks: "../../hooks.json" }) },
      [". ../../hooks.json unread ../../hooks.json"],
    ],
    ["a program that is no text", { ...manifest, "bin/go": "\0\0\0" }, [". bin/go unread bin/go"]],
  ])("denies %s", async (_, files, denied) => {
    const cwd = makeTree({ "p.yaml": policy, ...skill, ...files });
    expect((await judge(cwd, ".")).toSorted()).toEqual(denied.toSorted());
  });

  it("says of how many plugins it is passed, and judges nothing that no plugin starts", async () => {
    const cwd = makeTree({
      "p.yaml": policy,
      ...skill,
      ...manifest,
      "hooks/hooks.json": json(hook("git status")),
      "scripts/release.sh": `${curl}\n`,
      "README.md": `\`\`\`bash\n${curl}\n\`\`\`\n`,
      // No plugin of the marketplace is here, so the file is of the repository.
      "market/.claude-plugin/marketplace.json": json({ name: "m", owner: { name: "o" }, plugins: [] }),
      "market/.mcp.json": json({ mcpServers: { x: { command: "wget" } } }),
    });
    expect(await judge(cwd, ".")).toEqual([]);
    const { stdout } = await runSkillsIn(cwd, "check", "--policy", "p.yaml", ".");
    expect(stdout).toContain("policy p.yaml: passed by 1 skill and 2 plugins\n");
  });

  it("does not follow symlinks, but says what it has not read", async () => {
    const cwd = makeTree({ "p.yaml": policy, ...skill, ...manifest, "h/hooks.json": json(hook(curl)) });
    symlinkSync("h", path.join(cwd, "hooks"));
    symlinkSync("skills", path.join(cwd, "commands"));
    expect(await judge(cwd, ".")).toEqual([
      ". hooks/hooks.json unread hooks/hooks.json",
      ". commands unread commands",
    ]);
  });

  it("denies what symlinks lead to, if something names or loads them", async () => {
    const cwd = makeTree({
      "p.yaml": policy,
      ...skill,
      ...manifest,
      "hooks/hooks.json": json(hook("bash scripts/run.sh; bash x.sh")),
      "lib/run.sh": `${curl}\n`,
      "bin/go": "ls\n",
      "commands/go.md": "Go.\n",
    });
    const outside = makeTree({ "x.sh": `${curl}\n` });
    symlinkSync("lib", path.join(cwd, "scripts"));
    for (const name of ["x.sh", "bin/x", "commands/x.md", "unnamed.sh"])
      symlinkSync(path.join(outside, "x.sh"), path.join(cwd, name));
    expect((await judge(cwd, ".")).toSorted()).toEqual(
      ["bin/x", "commands/x.md", "scripts", "x.sh"].map((each) => `. ${each} unread ${each}`),
    );
  });

  it("says of which file it has not read every command", async () => {
    const hooks = Array.from({ length: 1001 }, (_, at) => ({ command: `ls ${at}` }));
    const cwd = makeTree({ "p.yaml": policy, ...skill, ...manifest, "hooks/hooks.json": json({ hooks }) });
    expect(await judge(cwd, ".")).toEqual([". hooks/hooks.json unread hooks/hooks.json"]);
  });

  it.each<readonly [string, string]>([
    ["is nested", `{"hooks": ${"[".repeat(5000)}${"]".repeat(5000)}}`],
    ["has other kinds of values", json({ hooks: { command: [1, null], args: "x", url: {}, env: [] } })],
    ["has keys of objects", '{"hooks": {"__proto__": {"command": "ls"}, "env": {"__proto__": "x"}}}'],
    ["is long", json({ hooks: Array.from({ length: 20_000 }, (_, at) => ({ command: `ls ${at}` })) })],
    ["is a list", "[[]]"],
    [
      "names very many files",
      json({ hooks: { command: Array.from({ length: 60_000 }, (_, at) => `${at}/x.sh`).join(" ") } }),
    ],
  ])("ends soon with hooks whose file %s", async (_, text) => {
    const cwd = makeTree({
      "p.yaml": "hosts: {allow: [a.com]}\n",
      ...skill,
      ...manifest,
      "hooks/hooks.json": text,
    });
    const started = cpuTime();
    const { code } = await runSkillsIn(cwd, "check", "--policy", "p.yaml", ".");
    expect([0, 1]).toContain(code);
    expect(cpuTime() - started).toBeLessThan(linearLimit);
  });
});

const gains = "gains: {capabilities: {deny: [automaticCommands, hosts]}}\n";

it("denies what a change adds to a plugin, also if its config hides the plugin", async () => {
  const before = { "p.yaml": gains, ...skill, ...manifest, "hooks/hooks.json": json(hook(curl)) };
  const cwd = makeRepository(before);
  git(cwd, "switch", "-q", "-c", "topic");
  commit(cwd, { "README.md": "More.\n" });
  expect(await judge(cwd, "--changed", "main")).toEqual([]);
  commit(cwd, { "hooks/hooks.json": json(hook(`${curl} https://api.initech.com/x`)) });
  const denied = [
    `. hooks/hooks.json gains.capabilities ${curl} https://api.initech.com/x`,
    ". hooks/hooks.json gains.capabilities api.initech.com",
  ];
  expect(await judge(cwd, "--changed", "main")).toEqual(denied);
  expect(await judge(cwd, "--settings-from", "main", ".")).toEqual(denied);
});

it("judges a plugin that only the change ignores", async () => {
  const cwd = makeRepository({ "p.yaml": policy, "a/SKILL.md": skillMd("a") });
  git(cwd, "switch", "-q", "-c", "topic");
  commit(cwd, {
    "skills.config.yaml": "ignore: [x]\n",
    [`x/${claude}`]: json({ name: "x" }),
    "x/hooks/hooks.json": json(hook("wget x")),
    "x/skills/b/SKILL.md": skillMd("b"),
  });
  expect(await judge(cwd, "--settings-from", "main", ".")).toEqual(["x hooks/hooks.json programs wget"]);
});

it("packs a plugin only if the policy allows it", async () => {
  const cwd = makeTree({
    "p.yaml": policy,
    [`x/${claude}`]: json({ name: "x" }),
    "x/hooks/hooks.json": json(hook("bash scripts/run.sh")),
    "x/scripts/run.sh": `${curl}\n`,
    "x/skills/a/SKILL.md": skillMd("a"),
  });
  const words = ["pack", "--plugin", "--policy", "p.yaml", "--format", "json", "x"] as const;
  const denied = await runSkillsIn(cwd, ...words);
  const { policy: verdict, data } = JSON.parse(denied.stdout) as Report<{
    readonly archives: readonly { readonly written: boolean }[];
  }>;
  expect(denied.code).toBe(1);
  expect(verdict).toMatchObject({ passed: false, skills: 1, plugins: 1, unjudged: [] });
  expect(verdict!.denials.map(({ plugin, what }) => `${plugin} ${what}`).toSorted()).toEqual([
    "x api.globex.com",
    "x curl",
  ]);
  expect([data!.archives[0]!.written, existsSync(path.join(cwd, "x.zip"))]).toEqual([false, false]);
  // The script is not packed, so nothing runs it.
  writeFileSync(path.join(cwd, "x/.skillignore"), "scripts/\n");
  expect((await runSkillsIn(cwd, ...words)).code).toBe(0);
  expect(existsSync(path.join(cwd, "x.zip"))).toBe(true);
});

it("lists what a plugin does besides its skills", async () => {
  const cwd = makeTree({ ...skill, ...manifest, "hooks/hooks.json": `\n${json(hook(curl))}\n` });
  const ran = await runSkillsIn(cwd, "inspect", "--format", "json", ".");
  const report = JSON.parse(ran.stdout) as Report<InspectData>;
  expect(schemaOf("report")(report), json(schemaOf("report").errors)).toBe(true);
  const [plugin] = report.data!.plugins;
  expect(plugin).toMatchObject({
    path: ".",
    inventory: {
      automaticCommands: {
        facts: [
          { name: curl, kind: "hook", place: { file: "hooks/hooks.json", range: { start: { line: 2 } } } },
        ],
      },
      hosts: { facts: [{ name: "api.globex.com", kind: "contacted" }] },
    },
  });
  const { stdout } = await runSkillsIn(cwd, "inspect", ".");
  expect(stdout).toContain("plugin ., besides its skills:");
  expect(stdout).toContain(`${curl}  hook  hooks/hooks.json:2`);
  expect((await runSkillsIn(cwd, "inspect", "--format", "html", ".")).stdout).toContain(
    '<details class="card" data-plugin="." open>',
  );
});

it("lists a plugin without skills, and one that starts nothing", async () => {
  const cwd = makeTree({
    ...manifest,
    [`q/${claude}`]: json({ name: "q" }),
    "q/hooks/hooks.json": json(hook(curl)),
  });
  const { code, stdout } = await runSkillsIn(cwd, "inspect", ".");
  expect(code).toBe(0);
  expect(stdout).toContain("plugin ., besides its skills: nothing runs\n");
  expect(stdout).toContain("plugin q, besides its skills: hooks, servers,");
  expect(stdout).toContain(`${curl}  hook  hooks/hooks.json:1`);
});
