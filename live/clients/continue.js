import { asked, callingEach, offering, toolResults } from "../real.js";
import { startOf } from "../start.js";

/** @typedef {import("../types.js").Request} Request */

/** @type {import("../types.js").Driver} */
export default {
  id: "continue",
  packages: { "@continuedev/cli": "1.5.47" },
  how: "mock model on loopback; catalog is the description of its Skills tool",
  skills: ".continue/skills",
  parallel: 2,
  slow: true,
  play(stage, plays) {
    return stage.each(plays, async ({ project, home, dir }) => {
      const requests = await session(stage, { project, home, dir });
      const entry = listed(offering(requests, "Skills"));
      if (!entry) return { outcome: "not-loaded" };
      const result = toolResults(requests)[0]?.join("") ?? "";
      const body = /<skill_content>([^]*)<\/skill_content>/.exec(result)?.[1];
      return { outcome: "loads", ...entry, ...(body === undefined ? { said: result } : { body }) };
    });
  },
  async catalog(stage, play) {
    return offering(await session(stage, play), "Skills")?.tools.get("Skills") ?? "";
  },
};

/**
 * @param {import("../types.js").Stage} stage
 * @param {Pick<import("../types.js").Play, "project" | "home" | "dir">} play
 */
async function session(stage, { project, home, dir }) {
  const { url, requests } = stage.converse(
    callingEach("Skills", "skill_name", (request) => [listed(request)?.name ?? dir]),
  );
  const { words, env } = startOf("continue", url, home);
  const command = [stage.node, stage.installed("@continuedev/cli/dist/cn.js"), ...words];
  const finished = await stage.run(command, { cwd: project, home, env });
  return asked(requests, finished);
}

/** @param {Request | undefined} request */
function listed(request) {
  const text = request?.tools.get("Skills") ?? "";
  const [, name, description] = /\n\nname: ([^]*?)\ndescription: ([^]*)\n$/.exec(text) ?? [];
  return name === undefined || description === undefined ? undefined : { name, description };
}
