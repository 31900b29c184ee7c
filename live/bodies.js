// Records the bodies that clients deliver when the model activates a skill, one session for each client:
// node build/real.js && node live/bodies.js --client ID[,ID…] [--packages DIR] [--node PATH] [--allow-network]
// test/delivered-bodies.test.ts compares fixtures/live/bodies with the models of the clients.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stageSkills } from "./cases.js";
import { defaultPackages, installedVersion } from "./drivers.js";
import { asked, realClients, startMockModel } from "./real.js";
import { elsewhere, stageFor } from "./stage.js";
import { startOf } from "./start.js";
import { askEach, chosenDrivers, readOptions } from "./usage.js";
import { bodies } from "./written-bodies.js";

const values = readOptions({
  client: { type: "string" },
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  "allow-network": { type: "boolean", default: false },
});

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

process.exitCode = await main();

async function main() {
  const drivers = await chosenDrivers(values.client);
  const exitCode = elsewhere(values["allow-network"]);
  if (exitCode !== undefined) return exitCode;
  return askEach(drivers, async (driver) => {
    await record(driver);
    return 0;
  });
}

/** @param {import("./types.js").Driver} driver */
async function record(driver) {
  const client = realClients.find(({ id }) => id === driver.id);
  const program = programs[driver.id];
  if (!client || program === undefined)
    throw new Error("it cannot be started; one of " + Object.keys(programs).join(", "));
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const version = installedVersion(driver, packages);
  const skills = bodies.map((body, at) => {
    const dir = `body-${String(at).padStart(2, "0")}`;
    return { dir, text: `---\nname: ${dir}\ndescription: Does ${at}. Use it.\n---\n${body}` };
  });
  const scratch = mkdtempSync(path.join(tmpdir(), "bodies-"));
  const mock = await startMockModel();
  try {
    const stage = stageFor(driver, { node: path.resolve(values.node), packages, mock });
    const files = skills.map(({ dir, text }) => ({ dir, bytes: Buffer.from(text) }));
    const place = { scratch, skills: client.skills, name: "live", files };
    const { project, home } = stageSkills(place);
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
        else delivered.push(read(client.readActivation(request)));
        const dir = skills[turn]?.dir;
        const skill = listed.find(({ name }) => name === dir);
        if (dir !== undefined && !skill) throw new Error(`it does not list ${dir}`);
        return skill && client.activate(skill, request);
      } catch (error) {
        problem = error;
        return undefined;
      }
    });
    const { words, env } = startOf(driver.id, url, home);
    const command = [...(program.endsWith(".js") ? [stage.node] : []), stage.installed(program), ...words];
    const finished = await stage.run(command, { cwd: project, home, env, seconds: 400, alone: true });
    asked(requests, finished);
    if (problem) throw problem;
    const places = { [project]: "<project>", [home]: "<home>" };
    const lines = skills.map(({ dir, text }, at) => {
      const body = delivered[at];
      if (body === undefined) throw new Error(`no body of ${JSON.stringify(text)}`);
      const plain = Object.entries(places).reduce((all, [from, to]) => all.replaceAll(from, to), body);
      return `  ${JSON.stringify({ dir, text, body: plain })}`;
    });
    const file = new URL(`../fixtures/live/bodies/${driver.id}@${version}.json`, import.meta.url);
    mkdirSync(path.dirname(fileURLToPath(file)), { recursive: true });
    writeFileSync(fileURLToPath(file), `[\n${lines.join(",\n")}\n]\n`);
    console.log(`${driver.id} ${version}: ${lines.length} bodies`);
  } finally {
    mock.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {import("../src/real/client.ts").Activation} activation */
function read(activation) {
  if ("text" in activation) return activation.text;
  throw new Error(`refused: ${activation.refusal.slice(0, 300)}`);
}
