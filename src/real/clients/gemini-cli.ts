import type { RealClient } from "../client.ts";
import { lastResult, textWith } from "../conversation.ts";
import { between, listElements, upToLast } from "../listings.ts";

export const geminiCli: RealClient = {
  id: "gemini-cli",
  order: 40,
  program: "gemini",
  skills: ".agents/skills",
  tools: ["activate_skill", "read_file"],
  start: ({ url }) => ({
    words: ["-m", "gemini-2.5-pro", "--yolo", "-p", "hi"],
    env: { GEMINI_API_KEY: "x", GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: "true" },
    files: {
      ".gemini/settings.json": JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }),
    },
  }),
  list: (request) =>
    listElements(
      between(textWith(request, "<available_skills>\n"), "<available_skills>\n", "\n</available_skills>"),
    ),
  activate: ({ name }) => ({ tool: "activate_skill", input: { name } }),
  readActivation(request) {
    const result = lastResult(request);
    const text = upToLast(result, "<instructions>\n    ", "\n  </instructions>\n\n  <available_resources>");
    return text === undefined ? { refusal: result } : { text, part: "body" };
  },
  open: (path) => ({ tool: "read_file", input: { file_path: path } }),
  readOpened(request) {
    const text = lastResult(request);
    return /^(?:Error\b|File (?:path|not found))/.test(text) ? { refusal: text } : { text };
  },
};
