import path from "node:path";
import { asked, offering, textWith } from "../real.js";

/** @typedef {{ name: string, description: string, source: string, path: string }} Skill */

/** @type {import("../types.js").Driver} */
export default {
  id: "copilot-cli",
  packages: { "@github/copilot": "1.0.102" },
  how: "skill list --json; reasons on stderr",
  skills: ".agents/skills",
  parallel: 2,
  play(stage, plays) {
    const copilot = stage.installed("@github/copilot-linux-x64/copilot");
    return stage.each(plays, async ({ project, home }) => {
      // It unpacks itself into the cache, which would take seconds for each home.
      const env = { XDG_CACHE_HOME: path.join(home, "../../cache") };
      const { stdout, stderr } = await stage.run([copilot, "skill", "list", "--json"], {
        cwd: project,
        home,
        env,
      });
      /** @type {readonly Skill[]} */
      const skills = JSON.parse(stdout);
      const skill = skills.find(({ source }) => source === "project");
      const reason = /SKILL\.md: (.*)/.exec(stderr)?.[1];
      const said = reason ? { said: reason } : {};
      if (!skill) return { outcome: "not-loaded", ...said };
      return { outcome: "loads", name: skill.name, description: skill.description, ...said };
    });
  },
  async catalog(stage, { project, home }) {
    const { url, requests } = stage.converse(() => undefined);
    const env = {
      XDG_CACHE_HOME: path.join(home, "../../cache"),
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_MODEL: "gpt-4",
    };
    const finished = await stage.run(
      [stage.installed("@github/copilot-linux-x64/copilot"), "-p", "hi", "--allow-all-tools"],
      {
        cwd: project,
        home,
        env,
      },
    );
    const text = textWith(offering(asked(requests, finished), "skill"), "<available_skills>");
    return (
      /<skill>\n<available_skills>[^]*?\n<\/skill>(?=\n<(?!\/?(?:skill|available_skills)>))/.exec(
        text,
      )?.[0] ?? text
    );
  },
};
