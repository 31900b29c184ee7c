// Packs a plugin with `skills pack --plugin`, loads the zip and the directory into Claude Code, and prints what each gives:
// npm run build && node build/real.js && node live/plugin-archive.js [--packages DIR] [--node PATH] [--allow-network]
// Exit code 1: the zip gives other skills, bodies, servers or hooks than the directory, or none; 2: it was not asked.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { stagePlay } from "./cases.js";
import { defaultPackages, importDriver, installedVersion } from "./drivers.js";
import { asked, callingEach, startMockModel, toolResults } from "./real.js";
import { elsewhere, stageFor } from "./stage.js";
import { startOf } from "./start.js";
import { readOptions } from "./usage.js";

const values = readOptions({
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  "allow-network": { type: "boolean", default: false },
});

const program = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const skill = (/** @type {string} */ name) =>
  `---\nname: ${name}\ndescription: Does ${name}. Use it.\n---\n\nThe steps of ${name}.\n`;
const hook = { type: "command", command: '"${CLAUDE_PLUGIN_ROOT}/hooks/start.sh"' };
const files = {
  ".claude-plugin/plugin.json": JSON.stringify({ name: "packed", version: "1.0.0", skills: ["./more"] }),
  ".mcp.json": JSON.stringify({ mcpServers: { here: { command: "true" } } }),
  "hooks/hooks.json": JSON.stringify({ hooks: { SessionStart: [{ hooks: [hook] }] } }),
  "hooks/start.sh": "#!/bin/sh\necho started >started.txt\n",
  "skills/one/SKILL.md": skill("one"),
  "more/two/SKILL.md": skill("two"),
};

const exitCode = elsewhere(values["allow-network"]);
process.exitCode = exitCode ?? (await compare());

async function compare() {
  const driver = await importDriver("claude-code");
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const scratch = mkdtempSync(path.join(tmpdir(), "plugin-archive-"));
  const mock = await startMockModel();
  try {
    const directory = path.join(scratch, "packed");
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
      writeFileSync(path.join(directory, file), text);
    }
    chmodSync(path.join(directory, "hooks/start.sh"), 0o755);
    const args = [program, "pack", "--plugin", "packed"];
    const packed = spawnSync(process.execPath, args, { cwd: scratch, encoding: "utf8" });
    if (packed.status !== 0) throw new Error(`not packed: ${packed.stdout}${packed.stderr}`);
    const stage = stageFor(driver, { node: path.resolve(values.node), packages, mock });
    const [ofDirectory, ofZip] = [
      await load(stage, { driver, scratch, name: "directory", plugin: directory }),
      await load(stage, { driver, scratch, name: "zip", plugin: path.join(scratch, "packed.zip") }),
    ];
    console.log(`${driver.id}@${installedVersion(driver, packages)}`);
    console.log(JSON.stringify({ directory: ofDirectory, zip: ofZip }, undefined, 2));
    return isDeepStrictEqual(ofDirectory, ofZip) &&
      ofZip.skills.length === 2 &&
      ofZip.bodies.every(Boolean) &&
      ofZip.hook
      ? 0
      : 1;
  } finally {
    mock.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * The skills of the plugin and the body of each, its servers, and whether its hook ran.
 * @param {import("./types.js").Stage} stage
 * @param {{ driver: import("./types.js").Driver, scratch: string, name: string, plugin: string }} of
 */
async function load(stage, { driver, scratch, name, plugin }) {
  const file = { dir: "own", text: skill("own") };
  const { project, home } = stagePlay({ scratch, skills: driver.skills, name, file });
  const { url, requests } = stage.converse(callingEach("Skill", "skill", () => ["packed:one", "packed:two"]));
  const { words, env } = startOf(driver.id, url, home);
  const claude = stage.installed("@anthropic-ai/claude-code-linux-x64/claude");
  const command = [claude, ...words, "--plugin-dir", plugin];
  const finished = await stage.run(command, { cwd: project, home, env });
  const start = finished.stdout.split("\n").find((line) => line.includes('"subtype":"init"'));
  if (start === undefined) throw new Error(`no start in ${finished.stdout.slice(0, 500)}`);
  /** @type {{ skills: readonly string[], mcp_servers: readonly { name: string }[] }} */
  const { skills, mcp_servers: servers } = JSON.parse(start);
  return {
    skills: skills.filter((each) => each.startsWith("packed:")),
    bodies: toolResults(asked(requests, finished)).map(
      ([, ...delivered]) => delivered.join("").split(/^Base directory for this skill: .*\n\n/)[1],
    ),
    servers: servers.map((each) => each.name),
    hook: existsSync(path.join(project, "started.txt")),
  };
}
