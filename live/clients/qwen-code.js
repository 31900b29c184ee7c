import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { asked, offering, textWith } from "../real.js";

/** @typedef {{ name: string, description: string, body: string, disableModelInvocation?: boolean, paths?: readonly string[] }} Skill */

/** @type {import("../types.js").Driver} */
export default {
  id: "qwen-code",
  packages: { "@qwen-code/qwen-code": "0.24.4" },
  how: "SkillManager of the released program; catalog: mock model on loopback, print mode",
  skills: ".agents/skills",
  async library(installed) {
    // Those of its YAML reader come too late to say which case they are about.
    process.removeAllListeners("warning");
    const { SkillManager } = await importWith(
      installed("@qwen-code/qwen-code/chunks"),
      "var SkillManager = class",
    );
    return async ({ project, home }) => {
      process.env.HOME = home;
      const none = () => undefined;
      const manager = new SkillManager({
        ...{ getBareMode: none, getDisabledSkillLevels: () => new Set(), getProjectRoot: () => project },
        ...{ getActiveExtensions: () => [], getCustomSkillDirs: () => [], isSafeMode: none },
      });
      /** @type {readonly Skill[]} */
      const skills = await manager.listSkillsAtLevel("project");
      const [skill] = skills;
      if (!skill) return { outcome: "not-loaded" };
      const { name, description, body, disableModelInvocation, paths = [] } = skill;
      // With paths, the model is shown it when it touches a file that matches.
      const isHidden = disableModelInvocation === true || paths.length > 0;
      return { outcome: "loads", name, description, body, ...(isHidden ? { hidden: true } : {}) };
    };
  },
  async catalog(stage, play) {
    const { url, requests } = stage.converse(() => undefined);
    const finished = await stage.run(
      [stage.node, stage.installed("@qwen-code/qwen-code/cli-entry.js"), ...flags, "-p", "hi"],
      { cwd: play.project, home: play.home, env: variables(url) },
    );
    const text = textWith(offering(asked(requests, finished), "skill"), "<available_skills>");
    return /<available_skills>\n[^]*<\/available_skills>/.exec(text)?.[0] ?? "";
  },
};

const flags = ["--auth-type", "openai", "--yolo"];

/** @param {string} url */
const variables = (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "x", OPENAI_MODEL: "mock" });

/** The module of a folder that contains a text; their names are generated. @param {string} folder @param {string} text */
async function importWith(folder, text) {
  const file = readdirSync(folder).find(
    (name) => name.endsWith(".js") && readFileSync(path.join(folder, name), "utf8").includes(text),
  );
  if (file === undefined) throw new Error(`no "${text}" in ${folder}`);
  return import(path.join(folder, file));
}
