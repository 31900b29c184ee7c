// Loads examples/plugin into clients with plugins, lets the mock model write a broken SKILL.md and call each tool of the
// MCP server, and records the plugin's skill and tools and what the model is shown:
// npm run build && node build/real.js && node live/plugin.js --client claude-code,codex [--packages DIR] [--node PATH] [--allow-network]
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stagePlay } from "./cases.js";
import { defaultPackages, installedVersion } from "./drivers.js";
import { codexIn, installInCodex } from "./codex-plugin.js";
import { asked, startMockModel, stringsIn, toolResults } from "./real.js";
import { elsewhere, stageFor } from "./stage.js";
import { startOf } from "./start.js";
import { askEach, chosenDrivers, readOptions } from "./usage.js";

/** @typedef {import("./codex-plugin.js").Session} Session */
/** @typedef {{ skills: readonly string[], tools?: readonly string[], servers?: readonly string[], hook?: string, results?: Readonly<Record<string, string>> }} Loaded */

const values = readOptions({
  client: { type: "string" },
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  "allow-network": { type: "boolean", default: false },
});

const here = (/** @type {string} */ name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const broken =
  "---\nname: Logs\ndescription: Reads logs. Use when logs are to be read.\n---\n\nRead [x](x.md).\n";
const file = "skills/logs/SKILL.md";

/** What the mock model calls, in order. */
const calls = {
  skill_check: { paths: ["skills/logs"] },
  skill_fix: { paths: ["skills/logs"], unsafe: true },
  skill_explain: { rule: "reference-broken" },
  skill_compat: { paths: ["skills/logs"], clients: ["claude-code"] },
};

/** @type {Readonly<Record<string, (session: Session) => Promise<Loaded>>>} */
const loaders = { "claude-code": inClaudeCode, codex: inCodex };

const exitCode = elsewhere(values["allow-network"]);
if (exitCode === undefined) process.exitCode = await askEach(await chosenDrivers(values.client), record);
else process.exitCode = exitCode;

/** @param {import("./types.js").Driver} driver @returns {Promise<0 | 1>} */
async function record(driver) {
  const load = loaders[driver.id];
  if (!load) throw new Error("it is not asked about plugins");
  const scratch = mkdtempSync(path.join(tmpdir(), "plugin-"));
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const mock = await startMockModel();
  try {
    const node = path.resolve(values.node);
    const stage = stageFor(driver, { node, packages, mock });
    const text = "---\nname: other\ndescription: Does it. Use it.\n---\n\nDo it.\n";
    const other = { dir: "other", text };
    const { project, home } = stagePlay({ scratch, skills: driver.skills, name: "one", file: other });
    const own = path.join(project, "node_modules/.bin/skillwright");
    mkdirSync(path.dirname(own), { recursive: true });
    writeFileSync(own, `#!/bin/sh\nexec "${node}" "${here("dist/bin/skills.cjs")}" "$@"\n`);
    chmodSync(own, 0o755);
    const loaded = await load({ stage, project, home });
    const lines = JSON.stringify({ written: broken, calls, ...loaded }, undefined, 2);
    const name = `${driver.id}@${installedVersion(driver, packages)}`;
    mkdirSync(here("fixtures/live/plugin"), { recursive: true });
    writeFileSync(here(`fixtures/live/plugin/${name}.json`), `${lines.replaceAll(project, "<project>")}\n`);
    console.log(lines);
    const isWhole = !loaded.results || Object.keys(loaded.results).length === Object.keys(calls).length;
    return loaded.skills.length > 0 && isWhole ? 0 : 1;
  } finally {
    mock.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {Session} session @returns {Promise<Loaded>} */
async function inClaudeCode({ stage, project, home }) {
  const prefix = "mcp__plugin_skillwright_skillwright__";
  const steps = [
    { tool: "Write", input: { file_path: path.join(project, file), content: broken } },
    ...Object.entries(calls).map(([name, input]) => ({ tool: prefix + name, input })),
  ];
  const { url, requests } = stage.converse((request, turn) => {
    const step = steps[turn];
    return request.tools.has("Write") ? step : undefined;
  });
  const { words, env } = startOf("claude-code", url, home);
  const permissions = { allow: ["Write", prefix.slice(0, -2)] };
  const finished = await stage.run(
    [
      stage.installed("@anthropic-ai/claude-code-linux-x64/claude"),
      ...words,
      ...["--permission-mode", "acceptEdits", "--settings", JSON.stringify({ permissions })],
      ...["--plugin-dir", here("examples/plugin")],
    ],
    // Its tools are then in the first request, and not behind a search.
    { cwd: project, home, env: { ...env, ENABLE_TOOL_SEARCH: "false" } },
  );
  const start = finished.stdout.split("\n").find((line) => line.includes('"subtype":"init"'));
  if (start === undefined) throw new Error(`no start in ${finished.stdout.slice(0, 500)}`);
  /** @type {{ skills: readonly string[] }} */
  const { skills } = JSON.parse(start);
  const answered = asked(requests, finished);
  const hook = answered
    .flatMap((request) => stringsIn(JSON.parse(request.body)))
    .findLast((each) => each.includes("name-format") && each.includes("hook"));
  const [, ...results] = toolResults(answered);
  const offered = answered.findLast(({ tools }) => tools.has("Write"));
  return {
    skills: skills.filter((skill) => skill.startsWith("skillwright:")),
    tools: Array.from(offered?.tools.keys() ?? []).filter((tool) => tool.startsWith(prefix)),
    ...(hook !== undefined && { hook }),
    results: Object.fromEntries(
      Object.keys(calls).flatMap((name, at) => {
        const result = results[at];
        return result ? [[name, result.join("\n")]] : [];
      }),
    ),
  };
}

/** @param {Session} session @returns {Promise<Loaded>} */
async function inCodex(session) {
  const market = path.join(session.home, "../market");
  cpSync(here("examples/plugin"), path.join(market, "plugins/skillwright"), { recursive: true });
  const skills = await installInCodex(session, { market, plugin: "skillwright" });
  if (!skills) throw new Error("not installed");
  const { stdout: servers } = await codexIn(session)(["mcp", "list"]);
  return {
    skills,
    servers: servers
      .split("\n")
      .filter((line) => line.startsWith("skillwright "))
      .map((line) => line.trim().replace(/ +/g, " ")),
  };
}
