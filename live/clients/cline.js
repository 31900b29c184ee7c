import { playInSessions } from "../agent-protocol.js";
import { asked, callingEach, offering, toolResults } from "../real.js";
import { startOf } from "../start.js";

/** @typedef {import("../types.js").Request} Request */

/** @type {import("../types.js").Driver} */
export default {
  id: "cline",
  packages: { cline: "3.0.65" },
  how: "mock model on loopback, Agent Client Protocol; names from the description of its skills tool",
  skills: ".cline/skills",
  parallel: 2,
  slow: true,
  play(stage, plays) {
    return playInSessions(stage, plays, {
      command: [program(stage), "--acp"],
      env: (url, home) => startOf("cline", url, home).env,
      alone: true,
      model: "mock",
      answer: () => calls,
      async outcome({ text }, prompt) {
        const requests = await prompt("say hi");
        const name = listed(offering(requests, "skills"));
        if (name === undefined) return { outcome: "not-loaded" };
        return { outcome: "loads", name, ...delivered(toolResults(requests)[0]?.join("") ?? "", text) };
      },
    });
  },
  async catalog(stage, play) {
    const { url, requests } = stage.converse(() => undefined);
    const { words, env } = startOf("cline", url, play.home);
    // It leaves a daemon, which would keep the first project.
    const started = { cwd: play.project, home: play.home, env, alone: true };
    const finished = await stage.run([program(stage), ...words], started);
    return offering(asked(requests, finished), "skills")?.tools.get("skills") ?? "";
  },
};

/** @param {import("../types.js").Stage} stage */
const program = (stage) => stage.installed("@cline/cli-linux-x64/bin/cline");

const calls = callingEach("skills", "skill", (request) => [listed(request) ?? ""].filter(Boolean));

/** @param {Request | undefined} request */
function listed(request) {
  return /Available skills: ([^]+)\.$/.exec(request?.tools.get("skills") ?? "")?.[1];
}

/**
 * The description and the body, which follows it after a blank line: the body ends the file, too.
 * @param {string} result
 * @param {string} file
 */
function delivered(result, file) {
  const whole = /<command-instructions>\n([^]*)\n<\/command-instructions>/.exec(result)?.[1];
  if (whole === undefined) return { said: result };
  if (!whole.startsWith("Description: ")) return { body: whole };
  const starts = [...whole.matchAll(/\n\n/g)].map(({ index }) => index);
  const start = starts.find((at) => file.trimEnd().endsWith(whole.slice(at + 2).trimEnd())) ?? starts[0] ?? 0;
  return { description: whole.slice("Description: ".length, start), body: whole.slice(start + 2) };
}
