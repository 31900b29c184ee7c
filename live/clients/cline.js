import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { asked, offering } from "../real.js";

/** @typedef {{ name: string, description?: string, disabled?: boolean, instructions: string }} Skill */

/** @type {import("../types.js").Driver} */
export default {
  id: "cline",
  packages: { cline: "3.0.65" },
  how: "UnifiedConfigFileWatcher of @cline/core, as its skills tool delivers; catalog: mock model on loopback",
  skills: ".cline/skills",
  async library(installed) {
    // Those of its YAML reader come too late to say which case they are about.
    process.removeAllListeners("warning");
    const { createSkillsConfigDefinition, UnifiedConfigFileWatcher } = await import(
      installed("@cline/core/dist/index.js")
    );
    return async ({ project, home }) => {
      process.env.HOME = home;
      const definition = createSkillsConfigDefinition({ workspacePath: project, includePluginSkills: false });
      const watcher = new UnifiedConfigFileWatcher([definition]);
      await watcher.refreshAll();
      /** @type {readonly { item: Skill, filePath: string }[]} */
      const records = Array.from(watcher.getSnapshot("skill").values());
      watcher.stop();
      const skill = records.find(({ filePath }) => filePath.startsWith(`${project}/`))?.item;
      if (!skill || skill.disabled) return { outcome: "not-loaded" };
      const { name, description, instructions } = skill;
      return { outcome: "loads", name, ...(description ? { description } : {}), body: instructions };
    };
  },
  async catalog(stage, play) {
    const { url, requests } = stage.converse(() => undefined);
    const finished = await stage.run(
      [program(stage), "-P", "openai-compatible", "-m", "mock", "-k", "x", "say hi"],
      // It leaves a daemon, which would keep the first project.
      { cwd: play.project, home: play.home, env: configured(url, play.home), alone: true },
    );
    return offering(asked(requests, finished), "skills")?.tools.get("skills") ?? "";
  },
};

/** @param {import("../types.js").Stage} stage */
const program = (stage) => stage.installed("@cline/cli-linux-x64/bin/cline");

/** Writes the settings that `cline auth` writes. @param {string} url @param {string} home */
function configured(url, home) {
  const settings = { provider: "openai-compatible", apiKey: "x", model: "mock", baseUrl: `${url}/v1` };
  const providers = { [settings.provider]: { settings, tokenSource: "manual", updatedAt: new Date() } };
  const folder = path.join(home, ".cline/data/settings");
  mkdirSync(folder, { recursive: true });
  const written = { version: 1, lastUsedProvider: settings.provider, modes: {}, providers };
  writeFileSync(path.join(folder, "providers.json"), JSON.stringify(written));
  return { CLINE_API_KEY: "x", CLINE_PROVIDER: settings.provider };
}
