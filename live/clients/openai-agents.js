/** @type {import("../types.js").Driver} */
export default {
  id: "openai-agents",
  packages: { "@openai/agents": "0.20.0", "@openai/agents-core": "0.20.0" },
  how: "localDirLazySkillSource of @openai/agents-core, getIndex",
  skills: ".agents/skills",
  async library(installed) {
    const { localDirLazySkillSource } = await import(
      installed("@openai/agents-core/dist/sandbox/localSkills.js")
    );
    return async ({ project }) => {
      const source = localDirLazySkillSource({ src: ".agents/skills", baseDir: project });
      const [skill] = await source.getIndex({ extraPathGrants: [] });
      if (!skill) return { outcome: "not-loaded" };
      const { name, description } = skill;
      return { outcome: "loads", name, description };
    };
  },
};
