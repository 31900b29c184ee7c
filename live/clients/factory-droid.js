import { mkdirSync } from "node:fs";
import path from "node:path";
import { asked, callingEach, offering, textWith, toolResults } from "../real.js";
import { startOf } from "../start.js";
import { writtenName } from "../written-name.js";

/** @typedef {import("../types.js").Play} Play */
/** @typedef {import("../types.js").Request} Request */
/** @typedef {import("../types.js").Stage} Stage */

const heading = /Available skills \(invoke by exact name[^\n]*:\n/;

/** @type {import("../types.js").Driver} */
export default {
  id: "factory-droid",
  packages: { droid: "0.215.0" },
  how: "mock model on loopback; Skill tool",
  skills: ".factory/skills",
  parallel: 6,
  slow: true,
  async play(stage, plays) {
    const [first] = plays;
    if (!first) return new Map();
    const empty = path.join(first.project, "../empty");
    mkdirSync(empty);
    const own = listed(offering(await session(stage, { ...first, project: empty }, []), "Skill"), []);
    return stage.each(plays, async (play) => {
      const requests = await session(stage, play, own);
      const [entry] = listed(offering(requests, "Skill"), own);
      const results = toolResults(requests).map((blocks) => blocks.join(""));
      const active = results.find((result) => result.includes("<skill name="));
      const [, called, body] =
        /<skill name="(.*?)" filePath=".*">\n([^]*)<\/skill>$/.exec(active ?? "") ?? [];
      const refusal = results.find((result) => result.startsWith("Error: ") && !result.endsWith("not found"));
      if (entry === undefined || called === undefined || body === undefined) {
        if (called === undefined) return { outcome: "not-loaded", ...(refusal ? { said: refusal } : {}) };
        return { outcome: "loads", name: called, hidden: true, ...(body === undefined ? {} : { body }) };
      }
      const description = entry.slice(called.length + 2);
      return { outcome: "loads", name: called, ...(description ? { description } : {}), body };
    });
  },
  async catalog(stage, play) {
    const request = offering(await session(stage, { ...play, dir: "none" }, []), "Skill");
    const text = textWith(request, "Available skills (invoke by exact name");
    return text.split(heading)[1]?.split("\n</system-reminder>")[0] ?? "";
  },
};

/** @param {Stage} stage @param {Play} play @param {readonly string[]} own */
async function session(stage, play, own) {
  const { url, requests } = stage.converse(
    callingEach("Skill", "skill", (request) => {
      const name = listed(request, own)[0]?.split(": ")[0];
      return name === undefined ? [play.dir, writtenName(play)] : [name];
    }),
  );
  const { words, env } = startOf("factory-droid", url, play.home);
  const command = [stage.installed("@factory/cli-linux-x64/bin/droid"), ...words];
  const finished = await stage.run(command, { cwd: play.project, home: play.home, env });
  return asked(requests, finished);
}

/** The entries of the catalog that are not the client's own. @param {Request | undefined} request @param {readonly string[]} own */
function listed(request, own) {
  const [, catalog = ""] = textWith(request, "Available skills (invoke by exact name").split(heading);
  const [entries = ""] = catalog.split("\n</system-reminder>");
  return entries.split("\n").filter((line) => line !== "" && !own.includes(line));
}
