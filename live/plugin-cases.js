// Asks a client again for the packages of fixtures/plugins/cases.json and prints each answer that is not the recorded one:
// node build/real.js && node live/plugin-cases.js --client claude-code|codex|copilot-cli|gemini-cli [--packages DIR] [--node PATH]
// Exit code 1: one differs; 2: the client was not asked.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { stagePlay } from "./cases.js";
import { installInCodex } from "./codex-plugin.js";
import { defaultPackages, installedVersion } from "./drivers.js";
import { askGemini } from "./gemini-extension.js";
import { startMockModel } from "./real.js";
import { elsewhere, stageFor } from "./stage.js";
import { chosenDrivers, readOptions } from "./usage.js";

/** @typedef {import("./codex-plugin.js").Session} Session */
/** @typedef {{ installs: boolean, skills?: readonly string[] }} Installed */
/** @typedef {{ id: string, directory: string, files: Record<string, string>, claude: { accepts: boolean }, codex?: Installed, copilot?: Installed }} Case */

const values = readOptions({
  client: { type: "string" },
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  "allow-network": { type: "boolean", default: false },
});

const recorded = new URL("../fixtures/plugins/cases.json", import.meta.url);
/** @type {{ cases: readonly Case[] }} */
const { cases } = JSON.parse(readFileSync(recorded, "utf8"));

/** @type {Readonly<Record<string, { expected: (one: Case) => unknown, ask: (session: Session, one: Case) => Promise<unknown> }>>} */
const clients = {
  "claude-code": { expected: ({ claude }) => ({ accepts: claude.accepts }), ask: validateInClaudeCode },
  codex: { expected: ({ codex }) => sorted(codex), ask: askCodex },
  "copilot-cli": { expected: ({ copilot }) => sorted(copilot), ask: askCopilot },
  // None of them has a gemini-extension.json; live/gemini-extensions.js asks about those that have one.
  "gemini-cli": { expected: () => ({ accepts: false, installs: false }), ask: installInGemini },
};

const exitCode = elsewhere(values["allow-network"]);
if (exitCode === undefined) await askAgain();
else process.exitCode = exitCode;

async function askAgain() {
  const [driver] = await chosenDrivers(values.client);
  const client = driver && clients[driver.id];
  if (!driver || !client) throw new Error("it is not asked about plugins");
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const mock = await startMockModel();
  const stage = stageFor(driver, { node: path.resolve(values.node), packages, mock });
  const asked = cases.filter((one) => client.expected(one) !== undefined);
  const shared = mkdtempSync(path.join(tmpdir(), "plugin-cases-"));
  let different = 0;
  for (const one of asked) {
    const expected = client.expected(one);
    const found = await inScratch(shared, driver, (session) => client.ask({ ...session, stage }, one));
    if (isDeepStrictEqual(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify(expected)))) continue;
    different++;
    console.log(`${one.id}: ${JSON.stringify(found)}, recorded ${JSON.stringify(expected)}`);
  }
  mock.close();
  rmSync(shared, { recursive: true, force: true });
  console.log(`${driver.id}@${installedVersion(driver, packages)}: ${different} of ${asked.length} differ`);
  process.exitCode = different > 0 || asked.length === 0 ? 1 : 0;
}

/** @param {Installed | undefined} installed */
function sorted(installed) {
  return installed && { installs: installed.installs, skills: installed.skills?.toSorted() };
}

/** @template T @param {string} shared @param {import("./types.js").Driver} driver @param {(session: Omit<Session, "stage">) => Promise<T>} use */
async function inScratch(shared, driver, use) {
  const scratch = mkdtempSync(path.join(shared, "plugin-"));
  try {
    const text = "---\nname: own\ndescription: Does it. Use it.\n---\n\nDo it.\n";
    const file = { dir: "own", text };
    return await use(stagePlay({ scratch, skills: driver.skills, name: "own", file }));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {Session} session @param {Case} one */
async function validateInClaudeCode({ stage, project, home }, one) {
  const root = path.join(home, "../plugins", one.directory);
  write(root, one);
  const claude = stage.installed("@anthropic-ai/claude-code-linux-x64/claude");
  const { status } = await stage.run([claude, "plugin", "validate", root], { cwd: project, home });
  if (status !== 0 && status !== 1) throw new Error(`${one.id}: ended with ${status}`);
  return { accepts: status === 0 };
}

/** @param {Session} session @param {Case} one */
async function askCodex(session, one) {
  const market = path.join(session.home, "../market");
  // An entry of a marketplace has to be named as the manifest.
  const named = /"name": "([\w.-]+)"/.exec(one.files["plugin.json"] ?? "")?.[1] ?? one.directory;
  write(path.join(market, "plugins", named), one);
  const skills = await installInCodex(session, { market, plugin: named });
  return skills ? { installs: true, skills: skills.toSorted() } : { installs: false };
}

/** @param {Session} session @param {Case} one */
async function askCopilot({ stage, project, home }, one) {
  const root = path.join(home, "../plugins", one.directory);
  write(root, one);
  const copilot = stage.installed("@github/copilot-linux-x64/copilot");
  // It unpacks itself into the cache, which would take seconds for each home.
  const started = { cwd: project, home, env: { XDG_CACHE_HOME: path.join(home, "../../../cache") } };
  const installed = await stage.run([copilot, "plugin", "install", root], started);
  if (installed.status !== 0) return { installs: false };
  const { stdout } = await stage.run([copilot, "skill", "list", "--json"], started);
  /** @type {readonly { name: string, source: string }[]} */
  const skills = JSON.parse(stdout);
  const names = skills.filter(({ source }) => source === "plugin").map(({ name }) => name);
  return { installs: true, skills: names.toSorted() };
}

/** @param {Session} session @param {Case} one */
async function installInGemini(session, one) {
  const root = path.join(session.home, "../plugins", one.directory);
  write(root, one);
  const { said, ...answer } = await askGemini(session, root);
  if (!/Configuration file not found/.test(said ?? "")) throw new Error(`${one.id}: ${said}`);
  return answer;
}

/** @param {string} root @param {Case} one */
function write(root, { files }) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
}
