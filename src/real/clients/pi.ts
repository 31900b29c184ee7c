import type { RealClient, Reading } from "../client.ts";
import { lastResult, textWith } from "../conversation.ts";
import { between, listElements } from "../listings.ts";
import type { ModelRequest } from "../types.ts";

/** The model reads SKILL.md with the tool for files. */
export const pi: RealClient = {
  id: "pi",
  program: "pi",
  skills: ".agents/skills",
  tools: ["read"],
  start: ({ url }) => ({
    words: ["-p", "hi", "--approve", "--provider", "mock", "--model", "mock"],
    env: { PI_OFFLINE: "1" },
    files: { ".pi/agent/models.json": modelsFor(url) },
  }),
  list: (request) =>
    listElements(
      between(textWith(request, "<available_skills>\n"), "<available_skills>\n", "\n</available_skills>"),
    ),
  activate: ({ path = "" }) => ({ tool: "read", input: { path } }),
  readActivation(request) {
    const read = readOutput(request);
    return "text" in read ? { ...read, part: "file" } : read;
  },
  open: (path) => ({ tool: "read", input: { path } }),
  readOpened: readOutput,
};

function modelsFor(url: string): string {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const model = { id: "mock", name: "mock", reasoning: false, input: ["text"], cost };
  const models = [{ ...model, contextWindow: 128_000, maxTokens: 1_000 }];
  return JSON.stringify({
    providers: { mock: { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "x", models } },
  });
}

function readOutput(request: ModelRequest): Reading {
  const text = lastResult(request);
  return /^(?:ENOENT|EACCES|EISDIR|File not found|Error\b)/.test(text) ? { refusal: text } : { text };
}
