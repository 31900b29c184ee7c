// Records what Claude Code delivers of bodies with placeholders, called with and without arguments:
// node build/real.js && node live/arguments.js [--packages DIR] [--node PATH] [--allow-network]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stagePlay } from "./cases.js";
import driver from "./clients/claude-code.js";
import { defaultPackages, installedVersion } from "./drivers.js";
import { asked, startMockModel, toolResults } from "./real.js";
import { elsewhere, stageFor } from "./stage.js";
import { startOf } from "./start.js";
import { readOptions } from "./usage.js";
import { placeholders } from "./written-bodies.js";

const values = readOptions({
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  "allow-network": { type: "boolean", default: false },
});

/** The arguments of each call; undefined leaves them out. */
const calls = [undefined, "alpha beta", '"two words" c'];

const exitCode = elsewhere(values["allow-network"]);
if (exitCode === undefined) await record();
else process.exitCode = exitCode;

async function record() {
  const scratch = mkdtempSync(path.join(tmpdir(), "arguments-"));
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const mock = await startMockModel();
  try {
    const stage = stageFor(driver, { node: path.resolve(values.node), packages, mock });
    const cases = [];
    for (const [at, line] of placeholders.entries())
      for (const args of calls) {
        const dir = `s${at}`;
        const named = line.startsWith("$name") ? "arguments: name file\n" : "";
        const text = `---\nname: ${dir}\ndescription: Does ${at}. Use it.\n${named}---\n\n${line}\n`;
        const name = `${at}-${calls.indexOf(args)}`;
        const play = stagePlay({ scratch, skills: driver.skills, name, file: { dir, text } });
        const call = { skill: dir, ...(args === undefined ? {} : { args }) };
        const { url, requests } = stage.converse((request, turn) =>
          request.tools.has("Skill") && turn === 0 ? { tool: "Skill", input: call } : undefined,
        );
        const { words, env } = startOf(driver.id, url, play.home);
        const program = stage.installed("@anthropic-ai/claude-code-linux-x64/claude");
        const finished = await stage.run([program, ...words], { cwd: play.project, home: play.home, env });
        const [, ...delivered] = toolResults(asked(requests, finished))[0] ?? [];
        const body = delivered.join("").split(/^Base directory for this skill: .*\n\n/)[1];
        if (body === undefined) throw new Error(`no body of ${JSON.stringify(line)}`);
        cases.push({ dir, text, ...(args === undefined ? {} : { args }), body });
      }
    const version = installedVersion(driver, packages);
    const file = new URL(`../fixtures/live/arguments/claude-code@${version}.json`, import.meta.url);
    writeFileSync(fileURLToPath(file), `${JSON.stringify(cases, undefined, 2)}\n`);
  } finally {
    mock.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
