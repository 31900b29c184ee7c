// Starts a client on a project with a skill for each of the written bodies.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stageSkills } from "./cases.js";
import { defaultPackages, installedVersion } from "./drivers.js";
import { asked, realClients, startMockModel } from "./real.js";
import { stageFor } from "./stage.js";
import { startOf } from "./start.js";
import { bodies } from "./written-bodies.js";

/** The programs of the drivers' packages. @type {Readonly<Record<string, string>>} */
const programs = {
  "claude-code": "@anthropic-ai/claude-code-linux-x64/claude",
  cline: "@cline/cli-linux-x64/bin/cline",
  codex: "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
  continue: "@continuedev/cli/dist/cn.js",
  "copilot-cli": "@github/copilot-linux-x64/copilot",
  "factory-droid": "@factory/cli-linux-x64/bin/droid",
  kilo: "@kilocode/cli-linux-x64/bin/kilo",
  opencode: "opencode-linux-x64/bin/opencode",
  pi: "@earendil-works/pi-coding-agent/dist/bundle/cli.js",
  "qwen-code": "@qwen-code/qwen-code/cli-entry.js",
};

/** Options of the programs that record bodies. */
export const bodyOptions = /** @type {const} */ ({
  client: { type: "string" },
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  "allow-network": { type: "boolean", default: false },
});

/** A skill with each body; one with "$name" names its arguments. */
export const bodySkills = bodies.map((body, at) => {
  const dir = `body-${String(at).padStart(2, "0")}`;
  const named = body.startsWith("\n$name") ? "arguments: name file\n" : "";
  return { dir, text: `---\nname: ${dir}\ndescription: Does ${at}. Use it.\n${named}---\n${body}` };
});

/**
 * A client in a project with the skills, and how it is started.
 * @typedef {{
 *   client: import("../src/real/client.ts").RealClient,
 *   stage: import("./types.js").Stage,
 *   project: string,
 *   home: string,
 *   plan: (url: string, home: string) => { words: readonly string[], env: Readonly<Record<string, string>> },
 *   command: readonly string[],
 * }} BodyClient
 */

/**
 * Writes fixtures/live/FOLDER/CLIENT@VERSION.json with what `record` returns, one entry on each line.
 * @param {import("./types.js").Driver} driver
 * @param {{ folder: string, packages: string, node: string }} options
 * @param {(client: BodyClient) => Promise<readonly { readonly body: string }[]>} record
 */
export async function recordBodies(driver, { folder, packages: root, node }, record) {
  const client = realClients.find(({ id }) => id === driver.id);
  const program = programs[driver.id];
  if (!client || program === undefined)
    throw new Error("it cannot be started; one of " + Object.keys(programs).join(", "));
  const packages = path.resolve(root, driver.id, "node_modules");
  const version = installedVersion(driver, packages);
  const scratch = mkdtempSync(path.join(tmpdir(), "bodies-"));
  const mock = await startMockModel();
  try {
    const stage = stageFor(driver, { node: path.resolve(node), packages, mock });
    const files = bodySkills.map(({ dir, text }) => ({ dir, bytes: Buffer.from(text) }));
    const { project, home } = stageSkills({ scratch, skills: client.skills, name: "live", files });
    const command = [...(program.endsWith(".js") ? [stage.node] : []), stage.installed(program)];
    const plan = startOf.bind(undefined, driver.id);
    const recorded = await record({ client, stage, project, home, plan, command });
    const names = { [project]: "<project>", [home]: "<home>" };
    const lines = recorded.map((entry) => {
      const body = Object.entries(names).reduce((all, [from, to]) => all.replaceAll(from, to), entry.body);
      return `  ${JSON.stringify({ ...entry, body })}`;
    });
    const file = fileURLToPath(
      new URL(`../fixtures/live/${folder}/${driver.id}@${version}.json`, import.meta.url),
    );
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `[\n${lines.join(",\n")}\n]\n`);
    console.log(`${driver.id} ${version}: ${lines.length} bodies`);
  } finally {
    mock.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {import("../src/real/client.ts").Activation} activation */
function deliveredText(activation) {
  if ("text" in activation) return activation.text;
  throw new Error(`refused: ${activation.refusal.slice(0, 300)}`);
}

/**
 * Lets the model activate one skill after the other in one session; returns what it is given.
 * @param {BodyClient} started
 * @param {readonly { readonly dir: string, readonly input?: Readonly<Record<string, unknown>> }[]} calls
 */
export async function activateEach({ client, stage, project, home, plan, command }, calls) {
  /** @type {string[]} */
  const delivered = [];
  /** @type {readonly import("../src/real/client.ts").ListedSkill[]} */
  let listed = [];
  /** @type {unknown} */
  let problem;
  const { url, requests } = stage.converse((request, turn) => {
    if (problem || !client.tools.some((tool) => request.tools.has(tool))) return undefined;
    try {
      if (turn === 0) listed = client.list(request);
      else delivered.push(deliveredText(client.readActivation(request)));
      const call = calls[turn];
      const skill = listed.find(({ name }) => name === call?.dir);
      if (call && !skill) throw new Error(`it does not list ${call.dir}`);
      if (!skill) return undefined;
      const { tool, input } = client.activate(skill, request);
      return { tool, input: { ...input, ...call?.input } };
    } catch (error) {
      problem = error;
      return undefined;
    }
  });
  const { words, env } = plan(url, home);
  const started = { cwd: project, home, env, seconds: 1200, alone: true };
  const finished = await stage.run([...command, ...words], started);
  asked(requests, finished);
  if (problem) throw problem;
  return delivered;
}
