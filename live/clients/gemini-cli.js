import path from "node:path";

/** @type {import("../types.js").Driver} */
export default {
  id: "gemini-cli",
  packages: { "@google/gemini-cli-core": "0.61.0", "@google/gemini-cli": "0.61.0" },
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
  // Of a trusted folder. The program that shows it to a model is in the other package.
  async catalog(stage, { project, home }) {
    const folder = stage.installed("@google/gemini-cli-core/dist/src");
    const program = `
      const { SkillManager } = await import("${folder}/skills/skillManager.js");
      const { Storage } = await import("${folder}/config/storage.js");
      const manager = new SkillManager();
      await manager.discoverSkills(new Storage(process.cwd()), [], true);
      const skills = manager.getDisplayableSkills();
      console.log(JSON.stringify(skills.map(({ name, description }) => name + ": " + description)));`;
    const { stdout } = await stage.run([stage.node, "--input-type=module", "-e", program], {
      cwd: project,
      home,
    });
    // Its own messages come before.
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "[]").join("\n");
  },
};
