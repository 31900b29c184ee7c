import path from "node:path";

/** @type {import("../types.js").Driver} */
export default {
  id: "deepagents",
  packages: { deepagents: "1.14.1" },
  how: "listSkills of the JavaScript package",
  skills: ".agents/skills",
  async library(installed) {
    const { listSkills } = await import(installed("deepagents/dist/index.js"));
    return async ({ project }) => {
      const [skill] = listSkills({ userSkillsDir: path.join(project, ".agents/skills") });
      if (!skill) return { outcome: "not-loaded" };
      const { name, description } = skill;
      return { outcome: "loads", name, description };
    };
  },
};
