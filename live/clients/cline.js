import { asked, callingEach, offering, toolResults } from "../real.js";

/** @typedef {import("../types.js").Request} Request */

/** @type {import("../types.js").Driver} */
export default {
  id: "cline",
  packages: { cline: "3.0.65" },
  how: "mock model on loopback; names from the description of its skills tool",
  skills: ".cline/skills",
  parallel: 2,
  slow: true,
  play(stage, plays) {
    return stage.each(plays, async ({ project, home, text }) => {
      const requests = await session(stage, { project, home });
      const name = listed(offering(requests, "skills"));
      if (name === undefined) return { outcome: "not-loaded" };
      return { outcome: "loads", name, ...delivered(toolResults(requests)[0]?.join("") ?? "", text) };
    });
  },
  async catalog(stage, play) {
    return offering(await session(stage, play), "skills")?.tools.get("skills") ?? "";
  },
};

/**
 * @param {import("../types.js").Stage} stage
 * @param {Pick<import("../types.js").Play, "project" | "home">} play
 */
async function session(stage, { project, home }) {
  const cline = stage.installed("@cline/cli-linux-x64/bin/cline");
  const { url, requests } = stage.converse(
    callingEach("skills", "skill", (request) => [listed(request) ?? ""].filter(Boolean)),
  );
  // It leaves a daemon, which would keep the first project.
  const started = { cwd: project, home, alone: true };
  await stage.run([cline, "auth", "openai", "-k", "x", "-m", "mock", "-b", `${url}/v1`], started);
  const finished = await stage.run(
    [cline, "-P", "openai-compatible", "-m", "mock", "-k", "x", "say hi"],
    started,
  );
  return asked(requests, finished);
}

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
