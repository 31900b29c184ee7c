// Records the bodies that clients deliver when a skill is called with and without arguments:
// node build/real.js && node live/arguments.js --client ID[,ID…] [--packages DIR] [--node PATH] [--allow-network]
// test/delivered-arguments.test.ts compares fixtures/live/arguments with the models of the clients.
import { mkdirSync } from "node:fs";
import { activateEach, bodyOptions, bodySkills, recordBodies } from "./body-client.js";
import { playInSessions } from "./agent-protocol.js";
import { commandEach } from "./opencode-server.js";
import { asked, stringsIn } from "./real.js";
import { elsewhere } from "./stage.js";
import { askEach, chosenDrivers, readOptions } from "./usage.js";

/** @typedef {{ dir: string, text: string, args: string }} Call */
/** @typedef {import("./body-client.js").BodyClient} BodyClient */

const values = readOptions(bodyOptions);

/** Each skill is called with each of these. */
const calls = ["", 'alpha  "two words" c '].flatMap((args) =>
  bodySkills.map((skill) => ({ ...skill, args })),
);

/** How a skill is called in each client; returns the bodies. @type {Readonly<Record<string, (client: BodyClient) => Promise<readonly (string | undefined)[]>>>} */
const callers = {
  // The model passes what the user typed.
  "claude-code": byTool,
  cline: byTool,
  codex: (client) =>
    byPrompts(client, {
      // One message may name many skills; the arguments stay in it.
      starts: ["", calls.at(-1)?.args ?? ""].map((args) => {
        const some = calls.filter((call) => call.args === args);
        return { calls: some, prompts: [some.map(({ dir }) => `$${dir} ${args}`).join("\n")] };
      }),
      body: (texts, { dir }) =>
        after(texts, `<skill>\n<name>${dir}</name>\n`, /^<skill>\n<name>.*\n<path>.*\n/)?.replace(
          /\n<\/skill>$/,
          "",
        ),
    }),
  "factory-droid": (client) =>
    byPrompts(client, {
      starts: eachAlone("/"),
      body: (texts, { dir }) => after(texts, `<name>${dir}</name>\n<desc`, /^[^]*?<\/description>\n/),
    }),
  kilo: byServer,
  opencode: byServer,
  pi: (client) =>
    byPrompts(client, {
      starts: [{ calls, prompts: calls.map((call) => typed("/skill:", call)) }],
      body: (texts, { dir }) => after(texts, `<skill name="${dir}"`, /^<skill .*\nReferences .*\n\n/),
    }),
  "qwen-code": bySession,
};

/** The name of a session. */
const session = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

process.exitCode = await main();

async function main() {
  const drivers = await chosenDrivers(values.client);
  const exitCode = elsewhere(values["allow-network"]);
  if (exitCode !== undefined) return exitCode;
  return askEach(drivers, async (driver) => {
    const caller = callers[driver.id];
    if (!caller) throw new Error("it has no recorded arguments; one of " + Object.keys(callers).join(", "));
    await recordBodies(driver, { ...values, folder: "arguments" }, async (client) => {
      const delivered = await caller(client);
      return calls.map((call, at) => {
        const body = delivered[at];
        if (body === undefined) throw new Error(`no body of ${JSON.stringify(call)}`);
        return { ...call, body };
      });
    });
    return 0;
  });
}

/** @param {string} mark @param {Call} call */
function typed(mark, { dir, args }) {
  return args === "" ? `${mark}${dir}` : `${mark}${dir} ${args}`;
}

/** @param {string} mark */
function eachAlone(mark) {
  return calls.map((call) => ({ calls: [call], prompts: [typed(mark, call)] }));
}

/** What follows the client's own first lines in the last text that has the mark. @param {readonly string[]} texts @param {string} mark @param {RegExp} first */
function after(texts, mark, first) {
  const text = texts.findLast((each) => each.includes(mark));
  return text !== undefined && first.test(text) ? text.replace(first, "") : undefined;
}

/** @param {BodyClient} client */
function byTool(client) {
  return activateEach(
    client,
    calls.map(({ dir, args }) => ({ dir, ...(args !== "" && { input: { args } }) })),
  );
}

/** @param {BodyClient} client */
function byServer(client) {
  return commandEach(client, calls);
}

/**
 * Types prompts as the user does: each start has the prompts of some calls, in one request or in one each.
 * @param {BodyClient} client
 * @param {{
 *   starts: readonly { calls: readonly Call[], prompts: readonly string[] }[],
 *   body: (texts: readonly string[], call: Call) => string | undefined,
 * }} how
 */
async function byPrompts({ stage, project, home, plan, command }, { starts, body }) {
  /** @type {Map<Call, string | undefined>} */
  const delivered = new Map();
  const waiting = [...starts];
  // The settings of a home name the conversation.
  const work = async (/** @type {string} */ own) => {
    mkdirSync(own, { recursive: true });
    for (let next = waiting.shift(); next; next = waiting.shift()) await start(next, own);
  };
  await Promise.all([work(home), work(`${home}-2`)]);
  return calls.map((call) => delivered.get(call));

  /** @param {(typeof starts)[number]} one @param {string} own */
  async function start({ calls: some, prompts }, own) {
    const { url, requests } = stage.converse(() => undefined);
    const { words, env } = plan(url, own);
    const typing = words.flatMap((word) => (word === "hi" ? prompts : [word]));
    const finished = await stage.run([...command, ...typing], { cwd: project, home: own, env, seconds: 400 });
    const offered = asked(requests, finished).filter(({ tools }) => tools.size > 0);
    for (const [at, call] of some.entries()) {
      const request = offered[at] ?? offered.at(-1);
      delivered.set(call, request && body(stringsIn(JSON.parse(request.body)), call));
    }
  }
}

/** Qwen Code takes seconds to start, so one session answers all prompts. @param {BodyClient} client */
async function bySession({ stage, project, home, plan, command }) {
  /** @type {string[]} */
  const delivered = [];
  const play = { case: "all", dir: "", text: "", project, home };
  await playInSessions(stage, [play], {
    command: [...command, "--acp", ...plan("", home).words.filter((word) => word !== "-p" && word !== "hi")],
    env: (url) => plan(url, home).env,
    answer: () => () => undefined,
    async outcome(_, prompt) {
      for (const call of calls) {
        const asking = await prompt(typed("/", call));
        const texts = asking.flatMap((request) => stringsIn(JSON.parse(request.body)));
        const body = after(texts, `/${call.dir}\nImportant: `, /^Base directory .*\nImportant: .*\n\n/);
        if (body === undefined) throw new Error(`no body of ${call.dir}`);
        delivered.push(body.replaceAll(session, "<session>"));
      }
      return { outcome: "loads" };
    },
  });
  return delivered;
}
