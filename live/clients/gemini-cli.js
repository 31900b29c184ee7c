import path from "node:path";

/** @type {import("../types.js").Driver} */
export default {
  id: "gemini-cli",
  packages: { "@google/gemini-cli-core": "0.61.0" },
  how: "loadSkillsFromDir of @google/gemini-cli-core",
  skills: ".agents/skills",
  async library(installed) {
    const { loadSkillsFromDir } = await import(
      installed("@google/gemini-cli-core/dist/src/skills/skillLoader.js")
    );
    return async ({ project }) => {
      const [skill] = await loadSkillsFromDir(path.join(project, ".agents/skills"));
      if (!skill) return { outcome: "not-loaded" };
      const { name, description, body } = skill;
      return { outcome: "loads", name, description, body };
    };
  },
};
