import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** @typedef {{ name: string, description: string, source: string, modelVisible: boolean }} Skill */

/** @type {import("../types.js").Driver} */
export default {
  id: "openclaw",
  packages: { openclaw: "2026.9.6" },
  how: "buildWorkspaceSkillStatus, which `skills list --json` prints; skills of the workspace",
  skills: "skills",
  async library(installed) {
    // Without its own fifty skills, which it would read again for every case.
    process.env.OPENCLAW_BUNDLED_SKILLS_DIR = "/nonexistent";
    const buildStatus = await importDeclared(installed("openclaw/dist"), "buildWorkspaceSkillStatus");
    return async ({ project, home }) => {
      process.env.HOME = home;
      /** @type {{ skills: readonly Skill[] }} */
      const { skills } = await buildStatus(project, { config: {} });
      const skill = skills.find(({ source }) => source === "openclaw-workspace");
      if (!skill) return { outcome: "not-loaded" };
      const { name, description } = skill;
      return { outcome: "loads", name, description, ...(skill.modelVisible ? {} : { hidden: true }) };
    };
  },
};

/**
 * A function of a bundle whose files and exports have generated names.
 * @param {string} folder
 * @param {string} name
 */
async function importDeclared(folder, name) {
  for (const file of readdirSync(folder)) {
    if (!file.endsWith(".mjs")) continue;
    const text = readFileSync(path.join(folder, file), "utf8");
    const alias = new RegExp(`^export \\{.*\\b${name} as (\\w+)`, "m").exec(text)?.[1];
    if (alias !== undefined && text.includes(`function ${name}(`))
      return (await import(path.join(folder, file)))[alias];
  }
  throw new Error(`no ${name} in ${folder}`);
}
