// Lets the mock model write a broken SKILL.md in clients that have the hook of "skills init --hook", and records what they
// show the model of its findings:
// npm run build && node build/real.js && node live/hooks.js --client claude-code [--packages DIR] [--node PATH] [--allow-network]
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stagePlay } from "./cases.js";
import { defaultPackages, installedVersion } from "./drivers.js";
import { asked, startMockModel, stringsIn } from "./real.js";
import { elsewhere, stageFor } from "./stage.js";
import { startOf } from "./start.js";
import { askEach, chosenDrivers, readOptions } from "./usage.js";

const values = readOptions({
  client: { type: "string" },
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  "allow-network": { type: "boolean", default: false },
});

const program = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const broken =
  "---\nname: Logs\ndescription: Reads logs. Use when logs are to be read.\n---\n\nRead [x](x.md).\n";

/** How each client is asked to write a file without a question. */
const writers = {
  "claude-code": {
    tool: "Write",
    more: ["--permission-mode", "acceptEdits"],
    program: "@anthropic-ai/claude-code-linux-x64/claude",
  },
};

const exitCode = elsewhere(values["allow-network"]);
if (exitCode === undefined) process.exitCode = await askEach(await chosenDrivers(values.client), record);
else process.exitCode = exitCode;

/** @param {import("./types.js").Driver} driver @returns {Promise<0 | 1>} */
async function record(driver) {
  const writer = writers[/** @type {keyof typeof writers} */ (driver.id)];
  if (!writer) throw new Error("it has no hook");
  const scratch = mkdtempSync(path.join(tmpdir(), "hooks-"));
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const mock = await startMockModel();
  try {
    const node = path.resolve(values.node);
    const stage = stageFor(driver, { node, packages, mock });
    const text = "---\nname: other\ndescription: Does it. Use it.\n---\n\nDo it.\n";
    const { project, home } = stagePlay({
      scratch,
      skills: driver.skills,
      name: "one",
      file: { dir: "other", text },
    });
    const own = path.join(project, "node_modules/.bin/skillwright");
    mkdirSync(path.dirname(own), { recursive: true });
    writeFileSync(own, `#!/bin/sh\nexec "${node}" "${program}" "$@"\n`);
    chmodSync(own, 0o755);
    const init = spawnSync(node, [program, "init", "--hook", "--client", driver.id], {
      cwd: project,
      encoding: "utf8",
    });
    if (init.status !== 0) throw new Error(init.stderr);
    const file = path.join(project, "skills/logs/SKILL.md");
    const { url, requests } = stage.converse((request, turn) =>
      request.tools.has(writer.tool) && turn === 0
        ? { tool: writer.tool, input: { file_path: file, content: broken } }
        : undefined,
    );
    const { words, env } = startOf(driver.id, url, home);
    const finished = await stage.run([stage.installed(writer.program), ...words, ...writer.more], {
      cwd: project,
      home,
      env,
    });
    const shown = asked(requests, finished)
      .flatMap((request) => stringsIn(JSON.parse(request.body)))
      .filter((each) => each.includes("name-format"));
    const last = shown.at(-1)?.replaceAll(project, "<project>");
    console.log(`${driver.id}: ${last ?? "not shown"}`);
    if (last === undefined || readFileSync(file, "utf8") !== broken) return 1;
    const name = `${driver.id}@${installedVersion(driver, packages)}`;
    const folder = fileURLToPath(new URL("../fixtures/live/hooks/", import.meta.url));
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, `${name}.json`),
      `${JSON.stringify({ written: broken, shown: last }, undefined, 2)}\n`,
    );
    return 0;
  } finally {
    mock.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
