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

/**
 * Calls skills as commands, as the user types them; returns the user's message of each, without the paragraph that
 * names the directory.
 * @param {import("./body-client.js").BodyClient} client
 * @param {readonly { dir: string, args: string }[]} calls
 */
export async function commandEach({ stage, project, home, plan, command }, calls) {
  const { url: model, requests } = stage.converse(() => undefined);
  const { env } = plan(model, home);
  const finished = new AbortController();
  /** @type {string[]} */
  const delivered = [];
  /** @type {Promise<void> | undefined} */
  let asking;
  await stage.run([...command, "--pure", "serve", "--port", "0"], {
    cwd: project,
    home,
    env,
    seconds: 1200,
    signal: finished.signal,
    onLine(line) {
      const url = /listening on (http\S+)/.exec(line)?.[1];
      if (url !== undefined) asking = ask(url).finally(() => finished.abort());
    },
  });
  if (!asking) throw new Error(`${command[0]} did not start its server`);
  await asking;
  return delivered;

  /** @param {string} url */
  async function ask(url) {
    const { id } = await post(`${url}/session`, {});
    for (const { dir, args } of calls) {
      const start = requests.length;
      await post(`${url}/session/${id}/command`, { command: dir, arguments: args });
      const request = requests.slice(start).find(({ tools }) => tools.size > 0);
      if (!request) throw new Error(`${dir} asked the model nothing`);
      const { messages } = JSON.parse(request.body);
      const last = messages.findLast((/** @type {{ role: string }} */ { role }) => role === "user");
      const { content } = last;
      const text = typeof content === "string" ? content : content.map(textOf).join("");
      delivered.push(text.replace(paragraph, "").replace(details, ""));
    }
  }

  /** @param {string} url @param {unknown} body */
  async function post(url, body) {
    const answer = await fetch(`${url}?directory=${encodeURIComponent(project)}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${url}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  }
}

/** @param {{ text?: string }} block */
function textOf({ text = "" }) {
  return text;
}

/** The client's own, between the body and the arguments. */
const paragraph =
  /(?:^|\n\n)Base directory for this skill: .*\nRelative paths in this skill .* base directory\./;

/** Kilo's, below the message. */
const details = /(?:^|\n\n)<environment_details>\nMessage time: .*(?:\n.*){2}\n<\/environment_details>$/;
