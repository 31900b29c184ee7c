import { mkdirSync } from "node:fs";
import path from "node:path";
import { asked, callingEach, offering, textWith, toolResults } from "../real.js";
import { startOf } from "../start.js";

/** @typedef {import("../types.js").Play} Play */
/** @typedef {import("../types.js").Stage} Stage */

const heading = "skills are available for use with the Skill tool:\n\n";

/** @type {import("../types.js").Driver} */
export default {
  id: "claude-code",
  packages: { "@anthropic-ai/claude-code": "2.1.332" },
  how: "mock model on loopback, print mode; catalog from the request, body from the Skill tool",
  skills: ".claude/skills",
  parallel: 2,
  slow: true,
  async play(stage, plays) {
    const [first] = plays;
    if (!first) return new Map();
    const empty = path.join(first.project, "../empty");
    mkdirSync(empty);
    const { skills: own } = await session(stage, { ...first, project: empty, dir: "" });
    return stage.each(plays, async (play) => {
      const { skills, requests } = await session(stage, play);
      const [, catalog = ""] = textWith(offering(requests, "Skill"), heading).split(heading);
      const entry = catalog.split("\n").find((line) => isOf(line, play.dir));
      const [first = "", ...delivered] = toolResults(requests)[0] ?? [];
      const said = first.startsWith("Launching skill") || first === "" ? {} : { said: first };
      const isListed = skills.some((skill) => skill === play.dir && !own.includes(skill));
      // One that neither the model nor the user may call is in no list, yet the tool knows it.
      const isKnown = isListed || first.includes("cannot be used with Skill tool");
      if (!isKnown && entry === undefined) return { outcome: "not-loaded", ...said };
      const body = delivered.join("").split(/^Base directory for this skill: .*\n\n/)[1];
      const also = { ...(body === undefined ? {} : { body }), ...said };
      const name = play.dir;
      if (entry === undefined) return { outcome: "loads", name, hidden: true, ...also };
      const [, shown, description] = /^(?: \((.*?)\))?(?:: (.*))?$/.exec(entry.slice(name.length + 2)) ?? [];
      return {
        ...{ outcome: "loads", name, ...also },
        ...(shown ? { shown } : {}),
        ...(description ? { description } : {}),
      };
    });
  },
  async catalog(stage, play) {
    const { requests } = await session(stage, { ...play, dir: "" });
    return (
      textWith(offering(requests, "Skill"), heading).split(heading)[1]?.split("\n\nToday's date")[0] ?? ""
    );
  },
};

/** Whether a line of the catalog is that of a skill. @param {string} line @param {string} name */
function isOf(line, name) {
  return line === `- ${name}` || line.startsWith(`- ${name}: `) || line.startsWith(`- ${name} (`);
}

/** @param {Stage} stage @param {Play} play */
async function session(stage, { project, home, dir }) {
  const { url, requests } = stage.converse(callingEach("Skill", "skill", () => [dir].filter(Boolean)));
  const { words, env } = startOf("claude-code", url, home);
  const program = stage.installed("@anthropic-ai/claude-code-linux-x64/claude");
  const finished = await stage.run([program, ...words], { cwd: project, home, env });
  const start = finished.stdout.split("\n").find((line) => line.includes('"subtype":"init"'));
  if (start === undefined) throw new Error(`no start in ${finished.stdout.slice(0, 500)}`);
  /** @type {{ skills: readonly string[] }} */
  const { skills } = JSON.parse(start);
  return { skills, requests: asked(requests, finished) };
}
