import type { RealClient } from "../client.ts";
import { lastResult, textWith } from "../conversation.ts";
import { between, listElements, readBase } from "../listings.ts";

export const qwenCode: RealClient = {
  id: "qwen-code",
  program: "qwen",
  skills: ".agents/skills",
  tools: ["skill"],
  start: ({ url }) => ({
    words: ["--auth-type", "openai", "--yolo", "-p", "hi"],
    env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "x", OPENAI_MODEL: "mock" },
  }),
  list: (request) =>
    listElements(
      between(textWith(request, "<available_skills>\n"), "<available_skills>\n", "\n</available_skills>"),
    ).map(({ name, description = "" }) => ({
      name: inner(name),
      // It ends with the level: "(project)".
      description: inner(description).replace(/ \([a-z]+\)$/, ""),
    })),
  activate: ({ name }) => ({ tool: "skill", input: { skill: name } }),
  readActivation(request) {
    const result = lastResult(request);
    const found = readBase(result);
    if (!found) return { refusal: result };
    const text = found.rest.replace(/^\nImportant: [^\n]*\n\n/, "");
    return { text, part: "body", base: found.base };
  },
  open: (path) => ({ tool: "read_file", input: { file_path: path } }),
  readOpened(request) {
    const text = lastResult(request);
    return /^(?:Error\b|File not found)/.test(text) ? { refusal: text } : { text };
  },
};

/** Each value is on lines of its own. */
function inner(text: string): string {
  return text.replace(/^\n/, "").replace(/\n$/, "");
}
