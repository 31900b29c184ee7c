import path from "node:path";

/** @type {import("../types.js").Driver} */
export default {
  id: "pi",
  packages: { "@earendil-works/pi-coding-agent": "0.87.1" },
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
};
