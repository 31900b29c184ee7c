import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { asked, offering } from "../real.js";

/** @typedef {{ name: string, description: string, content: string }} Skill */

/** @type {import("../types.js").Driver} */
export default {
  id: "continue",
  packages: { "@continuedev/cli": "1.5.47" },
  how: "the reader of skills of the released program; catalog: mock model on loopback, description of its Skills tool",
  skills: ".continue/skills",
  async library(installed) {
    // The program does not print what its reader says.
    console.error = console.warn = () => {};
    process.removeAllListeners("warning");
    const load = await importLoader(installed("@continuedev/cli/dist"));
    return async ({ project }) => {
      process.chdir(project);
      /** @type {{ skills: readonly Skill[] }} */
      const { skills } = await load();
      const [skill] = skills;
      if (!skill) return { outcome: "not-loaded" };
      const { name, description, content } = skill;
      return { outcome: "loads", name, description, body: content };
    };
  },
  async catalog(stage, play) {
    return offering(await session(stage, play), "Skills")?.tools.get("Skills") ?? "";
  },
};

/**
 * @param {import("../types.js").Stage} stage
 * @param {Pick<import("../types.js").Play, "project" | "home">} play
 */
async function session(stage, { project, home }) {
  const { url, requests } = stage.converse(() => undefined);
  const config = path.join(home, "cn.yaml");
  const model = { name: "mock", provider: "openai", model: "mock", apiKey: "x", apiBase: `${url}/v1` };
  writeFileSync(config, JSON.stringify({ name: "live", version: "0.0.1", schema: "v1", models: [model] }));
  const finished = await stage.run(
    [stage.node, stage.installed("@continuedev/cli/dist/cn.js"), "--config", config, "-p", "hi"],
    { cwd: project, home },
  );
  return asked(requests, finished);
}

/**
 * The function of the bundle that reads skills. It exports only the program, so that a copy has to export it.
 * @param {string} folder
 */
async function importLoader(folder) {
  const text = readFileSync(path.join(folder, "index.js"), "utf8");
  const before = text.slice(0, text.indexOf("Failed to parse markdown skill file"));
  const name = /.*async function (\w+)\(\)/s.exec(before)?.[1];
  if (name === undefined) throw new Error(`no reader of skills in ${folder}`);
  const copy = path.join(folder, "skills.mjs");
  writeFileSync(copy, `${text}\nexport { ${name} as loadSkills };\n`);
  const { loadSkills } = await import(copy);
  return loadSkills;
}
