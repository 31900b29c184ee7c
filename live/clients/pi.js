import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { asked, offering, textWith } from "../real.js";

/** @type {import("../types.js").Driver} */
export default {
  id: "pi",
  packages: { "@earendil-works/pi-coding-agent": "1.6.0" },
  how: "loadSkillsFromDir of its core/skills module",
  skills: ".agents/skills",
  async library(installed) {
    const { loadSkillsFromDir } = await import(
      installed("@earendil-works/pi-coding-agent/dist/core/skills.js")
    );
    return async ({ project }) => {
      const { skills, diagnostics } = loadSkillsFromDir({
        dir: path.join(project, ".agents/skills"),
        source: "project",
      });
      /** @type {string[]} */
      const messages = diagnostics.map(
        (/** @type {{ type: string, message: string }} */ one) => `${one.type}: ${one.message}`,
      );
      const said = messages.length > 0 ? { said: messages.join("\n") } : {};
      if (skills.length === 0) return { outcome: "not-loaded", ...said };
      const { name, description, disableModelInvocation } = skills[0];
      return {
        outcome: "loads",
        name,
        description,
        ...(disableModelInvocation ? { hidden: true } : {}),
        ...said,
      };
    };
  },
  async catalog(stage, { project, home }) {
    const { url, requests } = stage.converse(() => undefined);
    const agent = path.join(home, ".pi/agent");
    mkdirSync(agent, { recursive: true });
    const models = [{ id: "mock" }];
    const provider = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "x", models };
    writeFileSync(path.join(agent, "models.json"), JSON.stringify({ providers: { mock: provider } }));
    const finished = await stage.run(
      [
        stage.node,
        stage.installed("@earendil-works/pi-coding-agent/dist/bundle/cli.js"),
        ...["--no-session", "--offline", "--approve", "--provider", "mock", "--model", "mock", "-p", "hi"],
      ],
      { cwd: project, home },
    );
    const text = textWith(offering(asked(requests, finished), "read"), "<available_skills>");
    return /<available_skills>[^]*<\/available_skills>/.exec(text)?.[0] ?? "";
  },
};
