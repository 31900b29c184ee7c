// opencode and its fork Kilo: one server lists the skills of every project.
import { asked, offering, textWith } from "./real.js";
import { startOf } from "./start.js";

/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {{ name: string, description: string | null, location: string, content: string }} Skill */

/**
 * @param {import("./types.js").Stage} stage
 * @param {readonly Play[]} plays
 * @param {string} program
 * @returns {Promise<Map<string, Outcome>>}
 */
export async function playOnServer(stage, plays, program) {
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map();
  // A server keeps every project in memory.
  for (let start = 0; start < plays.length; start += 100) {
    const some = await playSome(stage, plays.slice(start, start + 100), program);
    for (const [name, outcome] of some) outcomes.set(name, outcome);
  }
  return outcomes;
}

/**
 * @param {import("./types.js").Stage} stage
 * @param {readonly Play[]} plays
 * @param {string} program
 * @returns {Promise<Map<string, Outcome>>}
 */
async function playSome(stage, plays, program) {
  const [first] = plays;
  if (!first) return new Map();
  const finished = new AbortController();
  /** @type {Promise<Map<string, Outcome>> | undefined} */
  let played;
  await stage.run([program, "--pure", "serve", "--port", "0"], {
    cwd: first.project,
    home: first.home,
    seconds: 3600,
    signal: finished.signal,
    onLine(line) {
      const url = /listening on (http\S+)/.exec(line)?.[1];
      if (url === undefined) return;
      played = stage.each(plays, (play) => ask(url, play)).finally(() => finished.abort());
    },
  });
  if (!played) throw new Error(`${program} did not start its server`);
  return played;
}

/** @param {string} url @param {Play} play @returns {Promise<Outcome>} */
async function ask(url, { project }) {
  const answer = await fetch(`${url}/skill?directory=${encodeURIComponent(project)}`);
  /** @type {readonly Skill[]} */
  const skills = JSON.parse(await answer.text());
  const skill = skills.find(({ location }) => location.startsWith(`${project}/`));
  if (!skill) return { outcome: "not-loaded" };
  const { name, description, content } = skill;
  // The tool's list leaves out a skill without a description.
  const shown = typeof description !== "string" ? { hidden: /** @type {const} */ (true) } : { description };
  return { outcome: "loads", name, ...shown, body: content };
}

/**
 * The list of skills in a request to the model.
 * @param {import("./types.js").Stage} stage
 * @param {Play} play
 * @param {{ program: string, id: string }} client
 */
export async function catalogOfRun(stage, { project, home }, { program, id }) {
  const { url, requests } = stage.converse(() => undefined);
  const { words, env } = startOf(id, url, home);
  const finished = await stage.run([program, ...words], { cwd: project, home, env });
  const text = textWith(offering(asked(requests, finished), "skill"), "<available_skills>");
  return /<available_skills>[^]*<\/available_skills>/.exec(text)?.[0] ?? "";
}
