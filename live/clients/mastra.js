/** @type {import("../types.js").Driver} */
export default {
  id: "mastra",
  packages: { "@mastra/core": "1.71.0" },
  how: "Workspace over LocalFilesystem, skills.list and skills.get",
  skills: "skills",
  async library(installed) {
    const { LocalFilesystem, Workspace } = await import(installed("@mastra/core/dist/workspace/index.js"));
    return async ({ project }) => {
      const workspace = new Workspace({
        filesystem: new LocalFilesystem({ basePath: project }),
        skills: ["skills"],
      });
      const [skill] = await workspace.skills.list();
      if (!skill) return { outcome: "not-loaded" };
      const { name, description } = skill;
      const loaded = await workspace.skills.get(skill.path ?? name);
      return { outcome: "loads", name, description, body: loaded?.instructions };
    };
  },
};
