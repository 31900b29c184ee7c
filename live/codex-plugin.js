// Installs a plugin in Codex and asks which skills it then lists.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** @typedef {{ stage: import("./types.js").Stage, project: string, home: string }} Session */

/** Runs Codex in the project. @param {Session} session */
export function codexIn({ stage, project, home }) {
  const codex = stage.installed("@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex");
  return (/** @type {readonly string[]} */ words, /** @type {object} */ more = {}) =>
    stage.run([codex, ...words], { cwd: project, home, ...more });
}

/**
 * The names of the skills that Codex lists of the plugin in market/plugins/<plugin>, as "<plugin>:<skill>"; undefined if
 * it does not install it.
 * @param {Session} session @param {{ market: string, plugin: string }} of
 * @returns {Promise<readonly string[] | undefined>}
 */
export async function installInCodex(session, { market, plugin }) {
  const run = codexIn(session);
  const source = { source: "local", path: `./plugins/${plugin}` };
  // Without another key, Codex does not take the entry for the manifest of a plugin that has none.
  const plugins = [{ name: plugin, category: "Examples", source }];
  mkdirSync(path.join(market, ".agents/plugins"), { recursive: true });
  writeFileSync(
    path.join(market, ".agents/plugins/marketplace.json"),
    JSON.stringify({ name: "examples", plugins }),
  );
  const listed = await run(["plugin", "marketplace", "add", market]);
  if (listed.status !== 0) throw new Error(`no marketplace: ${listed.stderr.slice(0, 500)}`);
  return addToCodex(session, { market: "examples", plugin });
}

/**
 * The same for a plugin of a marketplace that was added.
 * @param {Session} session @param {{ market: string, plugin: string }} of
 * @returns {Promise<readonly string[] | undefined>}
 */
export async function addToCodex(session, { market, plugin }) {
  const run = codexIn(session);
  const added = await run(["plugin", "add", `${plugin}@${market}`]);
  if (added.status !== 0) return undefined;
  const lines = [
    { id: 1, method: "initialize", params: { clientInfo: { name: "live", title: "live", version: "1" } } },
    { method: "initialized" },
    { id: 2, method: "skills/list", params: { cwds: [session.project], forceReload: true } },
  ];
  const answered = new AbortController();
  const { stdout } = await run(["app-server"], {
    input: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    signal: answered.signal,
    onLine: (/** @type {string} */ line) => line.includes('"id":2') && answered.abort(),
  });
  const answer = stdout.split("\n").find((line) => line.includes('"id":2'));
  if (answer === undefined) throw new Error(`no answer in ${stdout.slice(0, 500)}`);
  /** @type {{ result: { data: readonly { skills: readonly { name: string }[] }[] } }} */
  const { result } = JSON.parse(answer);
  return result.data
    .flatMap(({ skills }) => skills.map(({ name }) => name))
    .filter((name) => name.startsWith(`${plugin}:`));
}
