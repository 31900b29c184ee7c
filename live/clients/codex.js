import { stringsIn } from "../real.js";

/** @typedef {{ name: string, description: string, path: string, scope: string, enabled: boolean }} Skill */
/** @typedef {{ cwd: string, skills: readonly Skill[], errors: readonly { path: string, message: string }[] }} Listed */

const codex = "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex";

/** @type {import("../types.js").Driver} */
export default {
  id: "codex",
  packages: { "@openai/codex": "0.171.0" },
  how: "app-server, JSON-RPC skills/list",
  skills: ".agents/skills",
  async play(stage, plays) {
    const [first] = plays;
    if (!first) return new Map();
    const listed = await list(stage, plays);
    return new Map(plays.map((play) => [play.case, outcomeOf(play, listed)]));
  },
  async catalog(stage, { project, home }) {
    const { stdout } = await stage.run([stage.installed(codex), "debug", "prompt-input", "hello"], {
      cwd: project,
      home,
    });
    return (
      /<skills_instructions>[^]*<\/skills_instructions>/.exec(
        stringsIn(JSON.parse(stdout)).join("\n"),
      )?.[0] ?? ""
    );
  },
};

/**
 * @param {import("../types.js").Play} play
 * @param {readonly Listed[]} listed
 * @returns {import("../types.js").Outcome}
 */
function outcomeOf({ project }, listed) {
  const found = listed.find(({ cwd }) => cwd === project);
  if (!found) throw new Error(`no answer for ${project}`);
  const skill = found.skills.find(({ path }) => path.startsWith(`${project}/`));
  const message = found.errors.map(({ message }) => message).join("\n");
  const said = message ? { said: message } : {};
  if (!skill) return { outcome: "not-loaded", ...said };
  return { outcome: "loads", name: skill.name, description: skill.description, ...said };
}

/**
 * Asks one server for all projects.
 * @param {import("../types.js").Stage} stage
 * @param {readonly import("../types.js").Play[]} plays
 * @returns {Promise<readonly Listed[]>}
 */
async function list(stage, plays) {
  const { home, project } = plays[0] ?? { home: "", project: "" };
  const lines = [
    { id: 1, method: "initialize", params: { clientInfo: { name: "live", title: "live", version: "1" } } },
    { method: "initialized" },
    { id: 2, method: "skills/list", params: { cwds: plays.map((play) => play.project), forceReload: true } },
  ];
  const answered = new AbortController();
  const { stdout } = await stage.run([stage.installed(codex), "app-server"], {
    cwd: project,
    home,
    seconds: 300,
    input: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    signal: answered.signal,
    onLine: (line) => line.includes('"id":2') && answered.abort(),
  });
  const answers = stdout
    .split("\n")
    .filter((line) => line.includes('"id":2'))
    .map((line) => JSON.parse(line));
  return answers[0]?.result.data ?? [];
}
