import path from "node:path";
import { playInSessions } from "../agent-protocol.js";
import { asked, callingEach, offering, textWith } from "../real.js";
import { startOf } from "../start.js";

/** @typedef {{ name: string, description: string, source: string, path: string }} Skill */

const copilot = "@github/copilot-linux-x64/copilot";

/** @type {import("../types.js").Driver} */
export default {
  id: "copilot-cli",
  packages: { "@github/copilot": "1.0.102" },
  how: "skill list --json; reasons on stderr; in the core cases, catalog and body of the skill tool: mock model on loopback, Agent Client Protocol",
  skills: ".agents/skills",
  parallel: 2,
  async play(stage, plays) {
    const listed = await stage.each(plays, (play) => list(stage, play));
    // The list does not say what the model is shown, nor what the skill tool delivers.
    const unclear = plays.filter(({ isCore, text }) => isCore || /-invo[ck]a/.test(text));
    const loaded = unclear.filter((play) => listed.get(play.case)?.outcome === "loads");
    const shown = await playInSessions(stage, loaded, {
      command: [stage.installed(copilot), "--acp", "--allow-all-tools"],
      env: (url, home) => startOf("copilot-cli", url, home).env,
      answer: ({ case: name }) => callingEach("skill", "skill", () => [listed.get(name)?.name ?? ""]),
      async outcome(play, prompt) {
        const requests = await prompt("hi");
        const { name = "", ...outcome } = listed.get(play.case) ?? { outcome: "loads" };
        const isListed = catalogIn(requests).includes(`<name>${name}</name>`);
        const body = bodyIn(requests);
        return {
          ...{ ...outcome, name },
          ...(isListed ? {} : { hidden: true }),
          ...(body === undefined ? {} : { body }),
        };
      },
    });
    return new Map([...listed, ...shown]);
  },
  async catalog(stage, play) {
    const { url, requests } = stage.converse(() => undefined);
    const { words, env } = startOf("copilot-cli", url, play.home);
    const started = { cwd: play.project, home: play.home, env };
    const text = catalogIn(asked(requests, await stage.run([stage.installed(copilot), ...words], started)));
    return (
      /<skill>\n<available_skills>[^]*?\n<\/skill>(?=\n<(?!\/?(?:skill|available_skills)>))/.exec(
        text,
      )?.[0] ?? text
    );
  },
};

/**
 * @param {import("../types.js").Stage} stage
 * @param {import("../types.js").Play} play
 * @returns {Promise<import("../types.js").Outcome>}
 */
async function list(stage, { project, home }) {
  const { stdout, stderr } = await stage.run([stage.installed(copilot), "skill", "list", "--json"], {
    cwd: project,
    home,
    env: cached(home),
  });
  /** @type {readonly Skill[]} */
  const skills = JSON.parse(stdout);
  const skill = skills.find(({ source }) => source === "project");
  const reason = /SKILL\.md: (.*)/.exec(stderr)?.[1];
  const said = reason ? { said: reason } : {};
  if (!skill) return { outcome: "not-loaded", ...said };
  return { outcome: "loads", name: skill.name, description: skill.description, ...said };
}

/** It unpacks itself into the cache, which would take seconds for each home. @param {string} home */
const cached = (home) => ({ XDG_CACHE_HOME: path.join(home, "../../cache") });

/** @param {readonly import("../types.js").Request[]} requests */
function catalogIn(requests) {
  return textWith(offering(requests, "skill"), "<available_skills>");
}

/** What the tool call adds to the conversation. @param {readonly import("../types.js").Request[]} requests */
function bodyIn(requests) {
  const text = textWith(requests.at(-1), "<skill-context name=");
  return /^<skill-context name=".*">\nBase directory for this skill: .*\n\n([^]*)\n<\/skill-context>$/.exec(
    text,
  )?.[1];
}
