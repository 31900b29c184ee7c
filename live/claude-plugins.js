// Validates plugins that differ in one key of the manifest or one file, installs them, and records whether Claude Code accepts and installs each:
// node build/real.js && node live/claude-plugins.js [--packages DIR] [--node PATH] [--allow-network]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stagePlay } from "./cases.js";
import { defaultPackages, importDriver, installedVersion } from "./drivers.js";
import { startMockModel } from "./real.js";
import { elsewhere, stageFor } from "./stage.js";
import { readOptions } from "./usage.js";

const values = readOptions({
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  "allow-network": { type: "boolean", default: false },
});

const keys = [
  ...["name", "version", "description", "author", "homepage", "repository", "license", "keywords"],
  ...["displayName", "category", "tags", "commands", "agents", "skills", "hooks", "mcpServers", "lspServers"],
  ...["outputStyles", "userConfig", "settings", "dependencies", "channels", "monitors", "experimental"],
  ...["themes", "strict", "$schema", "other"],
];
const kinds = [5, "x", true, null, [], {}, ["x"], [5], { a: 5 }, { a: "x" }, { a: {} }];

const field = { type: "string", title: "T", description: "D" };
/** @param {object} changed */
const fieldWith = (changed) => ({ a: { ...field, ...changed } });
const configs = [
  ...["type", "title", "description"].map((key) => fieldWith({ [key]: undefined })),
  ...["string", "number", "boolean", "directory", "file", "array", "String", ""].map((type) =>
    fieldWith({ type }),
  ),
  ...[1, ""].flatMap((value) => [fieldWith({ title: value }), fieldWith({ description: value })]),
  ...["x", 2, true, null, {}, [], ["x"], [2]].map((value) => fieldWith({ default: value })),
  ...["required", "sensitive", "multiple"].flatMap((key) =>
    [true, "yes"].map((value) => fieldWith({ [key]: value })),
  ),
  ...["min", "max"].flatMap((key) => [1, "1"].map((value) => fieldWith({ type: "number", [key]: value }))),
  fieldWith({ min: 1 }),
  fieldWith({ type: "number", min: 2, max: 1 }),
  ...[["x"], [], "x", [2], [{ value: "x", label: "X" }]].flatMap((options) => [
    fieldWith({ options, default: "x" }),
    fieldWith({ options, required: true }),
  ]),
  fieldWith({ options: ["x"] }),
  fieldWith({ options: ["x"], default: "y" }),
  fieldWith({ other: 1 }),
  ...["A", "a1", "a_b", "_a", "a b", "a-b", "1a", "a.b", ""].map((key) => ({ [key]: field })),
  { a: field, b: {} },
];

/** Values of keys that take paths or objects; ./there is a directory with x.json and x.md. */
const parts = {
  commands: [
    ...["./there", "./there/x.md", "there", "./gone", "../x", ["./there/x.md"], ["./there", "there"], [""]],
    ...[
      { source: "./there/x.md" },
      { content: "x" },
      { source: "there/x.md" },
      { source: "./gone.md" },
      {},
    ].map((a) => ({ a })),
    ...[{ source: "./there/x.md", content: "x" }, { content: "x", description: "D" }, { content: 5 }].map(
      (a) => ({ a }),
    ),
    ...[
      { content: "x", other: 1 },
      { content: "x", model: 5 },
    ].map((a) => ({ a })),
  ],
  hooks: [
    ...[
      "./there/x.json",
      "./there/x.md",
      "there/x.json",
      "./gone.json",
      ["./there/x.json"],
      ["there/x.json"],
      [{}],
    ],
    ...[
      { hooks: {} },
      { hooks: 5 },
      { hooks: { Stop: [] } },
      { hooks: { Stop: 5 } },
      { hooks: { Other: [] } },
    ],
    ...[{ Stop: [] }, { Stop: [{ hooks: [{ type: "command", command: "ls" }] }] }],
    ...[[{ type: "command" }], [{ type: "other", command: "ls" }], [{ command: "ls" }], 5].map((hooks) => ({
      hooks: { Stop: [{ hooks }] },
    })),
  ],
  mcpServers: [
    ...[
      "./there/x.json",
      "./gone.json",
      "there/x.json",
      ["./there/x.json"],
      "./there/x.mcpb",
      "https://example.com/x.mcpb",
    ],
    ...[
      { command: "x" },
      { command: 5 },
      { command: "" },
      { command: "x", args: "y" },
      { command: "x", args: [5] },
    ].map((a) => ({ a })),
    ...[
      { command: "x", env: { A: 5 } },
      { command: "x", env: [] },
      { command: "x", other: 1 },
    ].map((a) => ({ a })),
    ...[
      { url: "https://example.com" },
      { type: "http", url: "https://example.com" },
      { type: "http", url: "x" },
    ].map((a) => ({ a })),
    ...[
      { type: "sse", url: "https://example.com" },
      { type: "http" },
      { type: "other", url: "https://example.com" },
    ].map((a) => ({ a })),
    ...[
      { type: "stdio", command: "x" },
      { type: "ws", url: "wss://example.com" },
    ].map((a) => ({ a })),
    ...[{ type: "http", url: "https://example.com", headers: { A: 5 } }].map((a) => ({ a })),
    { "a b": { command: "x" } },
    { mcpServers: { a: { command: "x" } } },
  ],
  lspServers: [
    ...["./there/x.json", "./gone.json", "there/x.json", ["./there/x.json"]],
    ...[
      { command: "x" },
      { command: "x", extensionToLanguage: {} },
      { command: "x", extensionToLanguage: { ".go": "go" } },
    ].map((a) => ({ a })),
    ...[
      { extensionToLanguage: { ".go": "go" } },
      { command: "x y", extensionToLanguage: { ".go": "go" } },
    ].map((a) => ({ a })),
    ...[{ ".go": 5 }, { go: "go" }, []].map((extensionToLanguage) => ({
      a: { command: "x", extensionToLanguage },
    })),
    ...["x", 5].map((args) => ({ a: { command: "x", args, extensionToLanguage: { ".go": "go" } } })),
    { a: { command: "x", extensionToLanguage: { ".go": "go" }, other: 1 } },
  ],
  outputStyles: ["./there", "./there/x.md", "there", "./gone", ["./there"], ["there"]],
  themes: ["./there", "./there/x.json", "there", "./gone", ["./there"], ["there"]],
  agents: ["./there/x.md", "./there", "there/x.md", "./gone.md", ["./there/x.md"]],
  skills: ["./there", "there", "./gone", ["./there"], "./skills", "./", ".", ""],
  dependencies: [
    ...[
      ["x@y"],
      ["x y"],
      [""],
      ["X"],
      ["x", "x"],
      [{ name: "x" }],
      [{}],
      [{ name: 5 }],
      [{ name: "x", version: "1" }],
    ],
    ...[
      [{ name: "x", version: "^1.0.0" }],
      [{ name: "x", version: 5 }],
      [{ name: "x", other: 1 }],
      [{ name: "x", marketplace: "y" }],
    ],
  ],
  channels: [
    ...[
      { server: "a" },
      { server: "b" },
      { server: 5 },
      {},
      { server: "a", other: 1 },
      { server: "a", displayName: "x" },
    ].map((each) => [each]),
    [{ server: "a", userConfig: fieldWith({}) }],
    [{ server: "a", userConfig: fieldWith({ type: undefined }) }],
  ],
  monitors: [
    ...["./there/x.json", "there/x.json", "./gone.json", ["./there/x.json"]],
    ...[
      { name: "a", command: "ls", description: "D" },
      { name: "a", command: "ls" },
      { name: "a" },
      { command: "ls", description: "D" },
    ].map((each) => [each]),
    ...[
      { name: "a", command: "ls", description: "D", when: "always" },
      { name: "a", command: "ls", description: "D", when: "x" },
    ].map((each) => [each]),
    [{ name: "a", command: "ls", description: "D", other: 1 }],
    [{ name: "a", command: 5, description: "D" }],
    ["a", "a"].map((name) => ({ name, command: "ls", description: "D" })),
  ],
};

const manifests = [
  {},
  ...Object.entries(parts).flatMap(([key, all]) => all.map((value) => ({ [key]: value }))),
  { mcpServers: { a: { command: "x" } }, channels: [{ server: "a" }] },
  ...["monitors", "themes"].flatMap((key) =>
    [5, "x", []].map((value) => ({ experimental: { [key]: value } })),
  ),
  ...keys.flatMap((key) => kinds.map((value) => ({ [key]: value }))),
  ...configs.map((userConfig) => ({ userConfig })),
];

const plainSkill = "---\nname: own\ndescription: Does it. Use it.\n---\n\nDo it.\n";
const server = { command: "x" };
const stop = [{ hooks: [{ type: "command", command: "ls" }] }];

/** Files beside the manifest. */
const files = {
  ".mcp.json": [
    ...[
      {},
      [],
      { mcpServers: {} },
      { mcpServers: 5 },
      { mcpServers: { a: server } },
      { a: server },
      { a: 5 },
    ].map((value) => JSON.stringify(value)),
    ...[
      { url: "https://example.com" },
      { type: "http", url: "x" },
      { command: 5 },
      { command: "x", args: "y" },
      5,
    ].map((a) => JSON.stringify({ mcpServers: { a } })),
    ...[{ url: "https://example.com" }, { type: "http", url: "${A}" }, { type: "http", url: "${A}/x" }].map(
      (a) => JSON.stringify({ a }),
    ),
    ...[
      JSON.stringify({ mcpServers: { a: server }, b: 5 }),
      "{",
      "",
      `\ufeff${JSON.stringify({ mcpServers: { a: server } })}`,
    ],
  ],
  "hooks/hooks.json": [
    ...[
      {},
      [],
      { hooks: {} },
      { hooks: [] },
      { hooks: 5 },
      { hooks: { Stop: stop } },
      { Stop: stop },
      { PreToolUse: stop },
    ].map((value) => JSON.stringify(value)),
    ...[
      { hooks: { Stop: 5 } },
      { hooks: { Other: stop } },
      { hooks: {}, Stop: stop },
      { hooks: {}, PreToolUse: stop },
      { other: 5 },
    ].map((value) => JSON.stringify(value)),
    ...[
      { hooks: { Stop: [{}] } },
      { hooks: { Stop: [{ hooks: 5 }] } },
      { hooks: { Stop: [{ hooks: [{ type: "x" }] }] } },
    ].map((value) => JSON.stringify(value)),
    ...[
      { hooks: { Stop: [{ hooks: [{ type: "command" }] }] } },
      { hooks: { Stop: [{ hooks: [{ command: "ls" }] }] } },
    ].map((value) => JSON.stringify(value)),
    ...["{", ""],
  ],
  ".lsp.json": [
    ...[
      {},
      [],
      { a: { command: "x", extensionToLanguage: { ".go": "go" } } },
      { a: { command: "x" } },
      { a: 5 },
    ].map((value) => JSON.stringify(value)),
    "{",
  ],
  "monitors/monitors.json": [
    ...[{}, [], [{ name: "a", command: "ls", description: "D" }], [{ name: "a" }], 5].map((value) =>
      JSON.stringify(value),
    ),
    "{",
  ],
  "settings.json": [...[{}, [], { a: 5 }].map((value) => JSON.stringify(value)), "{"],
  "agents/x.md": [
    "",
    "Do it.\n",
    plainSkill,
    "---\nname: x\n---\n",
    "---\nname: [\n---\n",
    "---\ndescription: a: b\n---\n",
    "---\nname: 5\n---\n",
    "---\ntools: 5\n---\n",
    "---\n",
  ],
  "commands/x.md": [
    "",
    "Do it.\n",
    "---\ndescription: a: b\n---\n",
    "---\ndescription: [\n---\n",
    "---\ndescription: 5\n---\n",
    "---\n",
  ],
  "skills/b/SKILL.md": [
    "",
    "Do it.\n",
    plainSkill,
    "---\ndescription: a: b\n---\n",
    "---\ndescription: [\n---\n",
    "---\nname: 5\n---\n",
    "---\n",
  ],
};

const exitCode = elsewhere(values["allow-network"]);
if (exitCode === undefined) await record(await importDriver("claude-code"));
else process.exitCode = exitCode;

/** @param {import("./types.js").Driver} driver */
async function record(driver) {
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const mock = await startMockModel();
  const stage = stageFor(driver, { node: path.resolve(values.node), packages, mock });
  const recorded = [];
  const cases = [
    ...manifests.map((changed) => ({ manifest: JSON.parse(JSON.stringify({ name: "p", ...changed })) })),
    ...Object.entries(files).flatMap(([file, texts]) =>
      texts.map((text) => ({ manifest: { name: "p" }, file, text })),
    ),
  ];
  for (const one of cases) {
    const answer = await ask(driver, stage, one);
    recorded.push({ ...one, ...answer });
    console.log(JSON.stringify(one), answer.accepts, answer.installs);
  }
  mock.close();
  const folder = fileURLToPath(new URL("../fixtures/live/claude-plugins", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const lines = recorded.map((each) => `  ${JSON.stringify(each)}`);
  const name = `${driver.id}@${installedVersion(driver, packages)}`;
  writeFileSync(path.join(folder, `${name}.json`), `[\n${lines.join(",\n")}\n]\n`);
}

/** @param {import("./types.js").Driver} driver @param {ReturnType<typeof stageFor>} stage @param {{ manifest: object, file?: string, text?: string }} one */
async function ask(driver, stage, { manifest, file: beside, text: written = "" }) {
  const scratch = mkdtempSync(path.join(tmpdir(), "claude-plugin-"));
  try {
    const text = plainSkill;
    const file = { dir: "own", text };
    const { project, home } = stagePlay({ scratch, skills: driver.skills, name: "own", file });
    const market = path.join(home, "../market");
    const plugin = path.join(market, "p");
    write(path.join(plugin, ".claude-plugin/plugin.json"), JSON.stringify(manifest));
    write(path.join(plugin, "skills/a/SKILL.md"), text);
    if (beside !== undefined) write(path.join(plugin, beside), written);
    write(path.join(plugin, "there/x.json"), "{}");
    write(path.join(plugin, "there/x.md"), text);
    const list = { name: "mk", owner: { name: "o" }, plugins: [{ name: "p", source: "./p" }] };
    write(path.join(market, ".claude-plugin/marketplace.json"), JSON.stringify(list));
    const claude = stage.installed("@anthropic-ai/claude-code-linux-x64/claude");
    const status = async (/** @type {readonly string[]} */ ...words) => {
      const ran = await stage.run([claude, "plugin", ...words], { cwd: project, home });
      if (ran.status !== 0 && ran.status !== 1)
        throw new Error(`${words.join(" ")}: ended with ${ran.status}`);
      return ran.status === 0;
    };
    const accepts = await status("validate", plugin);
    if (!(await status("marketplace", "add", market))) throw new Error("the marketplace is refused");
    return { accepts, installs: await status("install", "p@mk") };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
