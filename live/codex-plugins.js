// Installs plugins in Codex that differ in one key of the manifest or one file, and records which skills it lists of each:
// node build/real.js && node live/codex-plugins.js [--packages DIR] [--node PATH] [--allow-network]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stagePlay } from "./cases.js";
import { installInCodex } from "./codex-plugin.js";
import { defaultPackages, importDriver, installedVersion } from "./drivers.js";
import { startMockModel } from "./real.js";
import { elsewhere, stageFor } from "./stage.js";
import { readOptions } from "./usage.js";

const values = readOptions({
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  "allow-network": { type: "boolean", default: false },
});

const kinds = [5, "x", true, null, [], {}, ["x"], [5], { a: 5 }, { a: "x" }, { a: {} }];
const keys = [
  ...["version", "description", "author", "homepage", "repository", "license", "keywords", "interface"],
  ...["apps", "skills", "mcpServers", "hooks", "commands", "agents", "other"],
];
const shown = [
  ...["displayName", "shortDescription", "longDescription", "developerName", "category", "capabilities"],
  ...["websiteURL", "privacyPolicyURL", "termsOfServiceURL", "defaultPrompt", "brandColor", "composerIcon"],
  ...["logo", "screenshots", "other"],
];
const manifests = [
  {},
  ...keys.flatMap((key) => kinds.map((value) => ({ [key]: value }))),
  ...shown.flatMap((key) =>
    [5, "x", null, [], ["x"], [5], {}].map((value) => ({ interface: { [key]: value } })),
  ),
  ...[
    "",
    " ",
    "1",
    "1.0",
    "1.0.0",
    "v1.0.0",
    "1.0.0-beta.1",
    "1.0.0+x",
    "1.0.0 beta",
    "a",
    "-1",
    "_1",
    "1/0",
    "..",
    ".",
    "1..0",
    "é",
  ].map((version) => ({ version })),
  ...["./there", "./there/x.md", "./there/", ["./there/x.md"], "./gone", "there"].map((commands) => ({
    commands,
  })),
  ...["./there/x.json", "./gone.json", "x.json"].flatMap((file) => [
    { mcpServers: file },
    { hooks: file },
    { apps: file },
  ]),
  // In the marketplace and as the name of the directory, too, as far as they can be.
  ...[
    "P",
    "a_b",
    "a.b",
    "_a",
    "a-",
    "a--b",
    "1",
    "x".repeat(64),
    "x".repeat(126),
    "x".repeat(128),
    "x".repeat(127),
  ].map((name) => ({ name })),
  ...[5, true, null, [], {}, "é", "a b", "a/b", "q"].map((name) => ({ name })),
];

const text = "---\nname: a\ndescription: Does it. Use it.\n---\n\nDo it.\n";
const command = "---\ndescription: Goes. Use it to go.\n---\n\nGo.\n";

/** Files beside the manifest, and those in place of it. */
const files = [
  ...[".mcp.json", "hooks/hooks.json", ".app.json"].flatMap((file) =>
    ["{}", "[]", "{", "5"].map((content) => ({ [file]: content })),
  ),
  { ".mcp.json": JSON.stringify({ mcpServers: { a: { command: "x" } } }) },
  { "commands/go.md": command },
  { "commands/go.md": "Go.\n" },
  { "commands/go.md": "---\nname: other\ndescription: Goes.\n---\nGo.\n" },
  { "commands/deep/go.md": command },
  { "commands/a b.md": command },
  { "commands/Go.md": command },
  { "commands/go.txt": command },
  { "commands/README.md": "Read.\n" },
  { "commands/x/SKILL.md": text },
  { "agents/go.md": "---\nname: go\ndescription: Goes.\n---\nGo.\n" },
];

const exitCode = elsewhere(values["allow-network"]);
if (exitCode === undefined) await record(await importDriver("codex"));
else process.exitCode = exitCode;

/** @param {import("./types.js").Driver} driver */
async function record(driver) {
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const mock = await startMockModel();
  const stage = stageFor(driver, { node: path.resolve(values.node), packages, mock });
  const cases = [
    ...manifests.map((changed) => ({ manifest: { name: "p", ...changed } })),
    ...files.map((beside) => ({ manifest: { name: "p" }, files: beside })),
  ];
  const recorded = [];
  for (const one of cases) {
    const skills = await ask(driver, stage, one);
    recorded.push({ ...one, ...(skills && { skills: skills.toSorted() }) });
    console.log(JSON.stringify(one), skills?.join(" "));
  }
  mock.close();
  const folder = fileURLToPath(new URL("../fixtures/live/codex-plugins", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const lines = recorded.map((each) => `  ${JSON.stringify(each)}`);
  const name = `${driver.id}@${installedVersion(driver, packages)}`;
  writeFileSync(path.join(folder, `${name}.json`), `[\n${lines.join(",\n")}\n]\n`);
}

/** @param {import("./types.js").Driver} driver @param {ReturnType<typeof stageFor>} stage @param {{ manifest: { name: unknown }, files?: Record<string, string> }} one */
async function ask(driver, stage, { manifest, files: beside = {} }) {
  const scratch = mkdtempSync(path.join(tmpdir(), "codex-plugin-"));
  try {
    const own = { dir: "own", text: text.replace("name: a", "name: own") };
    const { project, home } = stagePlay({ scratch, skills: driver.skills, name: "own", file: own });
    const market = path.join(home, "../market");
    const { name } = manifest;
    const plugin = typeof name === "string" && /^[\w.-]+$/.test(name) && name !== "q" ? name : "p";
    const all = {
      ".codex-plugin/plugin.json": JSON.stringify(manifest),
      "skills/a/SKILL.md": text,
      "there/b/SKILL.md": text.replace("name: a", "name: b"),
      "there/x.json": "{}",
      "there/x.md": command,
      ...beside,
    };
    for (const [file, content] of Object.entries(all)) {
      const at = path.join(market, "plugins", plugin, file);
      mkdirSync(path.dirname(at), { recursive: true });
      writeFileSync(at, content);
    }
    return await installInCodex({ stage, project, home }, { market, plugin });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
