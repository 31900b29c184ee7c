// Adds marketplaces to Codex, installs the plugin "p" of each, and records what it does:
// node build/real.js && node live/marketplaces.js [--packages DIR] [--node PATH] [--allow-network]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stagePlay } from "./cases.js";
import { addToCodex, codexIn } from "./codex-plugin.js";
import { defaultPackages, importDriver, installedVersion } from "./drivers.js";
import { startMockModel } from "./real.js";
import { elsewhere, stageFor } from "./stage.js";
import { readOptions } from "./usage.js";

const values = readOptions({
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  "allow-network": { type: "boolean", default: false },
});

const agents = ".agents/plugins/marketplace.json";
const claude = ".claude-plugin/marketplace.json";
const local = { source: "local", path: "./p" };
const bare = { name: "p", source: local };
const described = { ...bare, category: "Examples" };

/** A marketplace with entries. @param {readonly unknown[]} plugins @param {object} [more] */
const market = (plugins, more) => JSON.stringify({ name: "market", owner: { name: "o" }, plugins, ...more });

/** @param {string} name */
const skill = (name) => `---\nname: ${name}\ndescription: Does ${name}. Use it.\n---\n\nDo it.\n`;

const skills = { "p/skills/one/SKILL.md": skill("one"), "p/other/two/SKILL.md": skill("two") };
const plugin = { ...skills, "p/.codex-plugin/plugin.json": JSON.stringify({ name: "p" }) };
const listing = { skills: ["./other/two"] };

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const cases = {
  "the list of Codex": { ...plugin, [agents]: market([bare]) },
  "the list of Claude Code": { ...plugin, [claude]: market([{ name: "p", source: "./p" }]) },
  "both lists, of which the second has the plugin": {
    ...plugin,
    [agents]: market([]),
    [claude]: market([{ name: "p", source: "./p" }]),
  },
  "both lists, of which the first is broken": {
    ...plugin,
    [agents]: "{",
    [claude]: market([{ name: "p", source: "./p" }]),
  },
  "a path without ./ and a pluginRoot": {
    ...plugin,
    [claude]: market([{ name: "p", source: "p" }], { metadata: { pluginRoot: "./" } }),
  },
  "another name in the manifest": {
    ...plugin,
    "p/.codex-plugin/plugin.json": JSON.stringify({ name: "q" }),
    [claude]: market([{ name: "p", source: "./p" }]),
  },
  "a list of skills beside a manifest": {
    ...plugin,
    [claude]: market([{ name: "p", source: "./p", strict: false, ...listing }]),
  },
  "no manifest": { ...skills, [agents]: market([bare]) },
  "no manifest, and a policy": { ...skills, [agents]: market([{ ...bare, policy: {} }]) },
  "no manifest, and a category": { ...skills, [agents]: market([described]) },
  "no manifest, and a list of skills": { ...skills, [agents]: market([{ ...bare, ...listing }]) },
  "no manifest, and a text for skills": { ...skills, [agents]: market([{ ...bare, skills: "./other" }]) },
  "no manifest, and skills that are missing": {
    ...skills,
    [agents]: market([{ ...bare, skills: ["./no"] }]),
  },
  "no directory": { [agents]: market([described]) },
  "another kind of source": {
    ...plugin,
    [agents]: market([{ name: "p", source: { source: "github", repo: "o/r" } }]),
  },
  "a policy that does not exist": {
    ...plugin,
    [agents]: market([{ ...bare, policy: { installation: "MAYBE" } }]),
  },
  "a category that is a number": { ...plugin, [agents]: market([{ ...bare, category: 5 }]) },
  "an entry without a source": { ...plugin, [agents]: market([bare, { name: "q" }]) },
  "an entry without a name": { ...plugin, [agents]: market([bare, { source: local }]) },
  "an entry that is no object": { ...plugin, [agents]: market([bare, 5]) },
  "a name with a dot": { ...plugin, [agents]: market([bare], { name: "my.market" }) },
  "a name with a space": { ...plugin, [agents]: market([bare], { name: "my market" }) },
  "no name": { ...plugin, [agents]: JSON.stringify({ plugins: [bare] }) },
  "no owner": {
    ...plugin,
    [claude]: JSON.stringify({ name: "market", plugins: [{ name: "p", source: "./p" }] }),
  },
  "a byte-order mark": { ...plugin, [agents]: `\ufeff${market([bare])}` },
};

const exitCode = elsewhere(values["allow-network"]);
if (exitCode === undefined) await record();
else process.exitCode = exitCode;

async function record() {
  const driver = await importDriver("codex");
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const mock = await startMockModel();
  const stage = stageFor(driver, { node: path.resolve(values.node), packages, mock });
  const recorded = [];
  for (const [name, files] of Object.entries(cases)) {
    const scratch = mkdtempSync(path.join(tmpdir(), "marketplace-"));
    const file = { dir: "own", text: skill("own") };
    const session = { stage, ...stagePlay({ scratch, skills: driver.skills, name: "own", file }) };
    const root = path.join(session.home, "../market");
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    const { status } = await codexIn(session)(["plugin", "marketplace", "add", root]);
    const listed = status === 0 ? await addToCodex(session, { market: "market", plugin: "p" }) : undefined;
    recorded.push({ name, files, added: status === 0, ...(listed && { skills: listed.toSorted() }) });
    console.log(name, status, listed?.join(" "));
    rmSync(scratch, { recursive: true, force: true });
  }
  mock.close();
  const folder = fileURLToPath(new URL("../fixtures/live/marketplaces", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const name = `${driver.id}@${installedVersion(driver, packages)}.json`;
  writeFileSync(path.join(folder, name), `${JSON.stringify(recorded, undefined, 2)}\n`);
}
