import { playInSessions } from "../agent-protocol.js";
import { asked, callingEach, offering, textsOf, textWith, toolResults } from "../real.js";
import { writtenName } from "../written-name.js";

/** @typedef {import("../types.js").Request} Request */

/** @type {import("../types.js").Driver} */
export default {
  id: "qwen-code",
  packages: { "@qwen-code/qwen-code": "0.24.4" },
  how: "mock model on loopback, Agent Client Protocol; catalog and body of the skill tool with --yolo",
  skills: ".agents/skills",
  parallel: 2,
  slow: true,
  play(stage, plays) {
    return playInSessions(stage, plays, {
      command: [stage.node, stage.installed("@qwen-code/qwen-code/cli-entry.js"), ...flags, "--acp"],
      env: variables,
      answer: () => calls,
      async outcome(play, prompt) {
        const requests = await prompt("hi");
        const entry = listed(offering(requests, "skill"));
        const body = bodyIn(toolResults(requests).map((blocks) => blocks.join(""))[0]);
        if (entry) return { outcome: "loads", ...entry, ...(body === undefined ? {} : { body }) };
        // A skill that the model is not shown still is a command.
        const name = writtenName(play);
        const run = textsOf((await prompt(`/${name}`))[0]).find((text) => text.includes(base));
        if (run === undefined) return { outcome: "not-loaded" };
        const hidden = bodyIn(run);
        return { outcome: "loads", name, hidden: true, ...(hidden === undefined ? {} : { body: hidden }) };
      },
    });
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

const calls = callingEach("skill", "skill", (request) =>
  [listed(request)?.name].filter((name) => name !== undefined),
);

const base = "Base directory for this skill: ";

/** @param {string | undefined} result */
function bodyIn(result) {
  return result?.split(/^Base directory for this skill: .*\nImportant: .*\n\n/)[1];
}

/** The skill of the project in the catalog. @param {Request | undefined} request */
function listed(request) {
  const blocks = textWith(request, "<location>\nproject\n").split("<skill>\n");
  const block = blocks.find((text) => text.includes("<location>\nproject\n"));
  const [, name, description] =
    /^<name>\n([^]*)\n<\/name>\n<description>\n([^]*) \(project\)\n<\/description>/.exec(block ?? "") ?? [];
  if (name === undefined || description === undefined) return undefined;
  return { name: unescaped(name), description: unescaped(description) };
}

/** @param {string} text */
function unescaped(text) {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
