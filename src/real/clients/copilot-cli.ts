import type { RealClient } from "../client.ts";
import { lastResult, textsOf, textWith } from "../conversation.ts";
import { between, listElements, readBase, upToLast } from "../listings.ts";

const context = "<skill-context name=";
/** A list before the body. */
const files = /^Related files [^\n]*\n(?: {2}- [^\n]*\n)+\n/;

export const copilotCli: RealClient = {
  id: "copilot-cli",
  order: 30,
  program: "copilot",
  skills: ".agents/skills",
  tools: ["skill"],
  start: ({ url, cache }) => ({
    words: ["-p", "hi", "--allow-all-tools"],
    env: {
      // It unpacks itself into the cache, which would take seconds for each home.
      XDG_CACHE_HOME: cache,
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_MODEL: "gpt-4",
    },
  }),
  list(request) {
    const catalog = between(
      textWith(request, "<available_skills>\n"),
      "<available_skills>\n",
      "\n</available_skills>",
    );
    // Its location is "project" or "builtin", not a path.
    const shown = listElements(catalog).map(({ path: _path, ...skill }) => skill);
    const [, others] = /^Additional skills available \(invoke by name\): (.*)$/m.exec(catalog) ?? [];
    return [...shown, ...(others === undefined ? [] : others.split(", ").map((name) => ({ name })))];
  },
  activate: ({ name }) => ({ tool: "skill", input: { skill: name } }),
  readActivation(request) {
    const delivered = textsOf(request).findLast((text) => text.includes(context)) ?? "";
    const found = readBase(upToLast(delivered, context, "\n</skill-context>") ?? "");
    if (!found) return { refusal: lastResult(request) };
    return { text: found.rest.replace(/^\n\n/, "").replace(files, ""), part: "body", base: found.base };
  },
  open: (path) => ({ tool: "view", input: { path } }),
  readOpened(request) {
    const text = lastResult(request);
    return /^(?:Path does not exist|Error\b|Permission denied)/.test(text) ? { refusal: text } : { text };
  },
};
