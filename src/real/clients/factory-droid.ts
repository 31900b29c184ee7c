import type { ListedSkill, RealClient } from "../client.ts";
import { lastResult, textWith } from "../conversation.ts";
import { between, upToLast } from "../listings.ts";

const heading = "Available skills (invoke by exact name";

export const factoryDroid: RealClient = {
  id: "factory-droid",
  program: "droid",
  skills: ".factory/skills",
  tools: ["Skill"],
  start: ({ url }) => ({
    words: ["exec", "-m", "custom:mock-0", "hi"],
    env: { FACTORY_API_KEY: "fk-x" },
    files: { ".factory/settings.json": settingsFor(url) },
  }),
  list(request) {
    const catalog = between(textWith(request, heading), heading, "\n</system-reminder>");
    return catalog.split("\n").slice(1).flatMap(readLine);
  },
  activate: ({ name }) => ({ tool: "Skill", input: { skill: name } }),
  readActivation(request) {
    const result = lastResult(request);
    const skill = upToLast(result, "<skill name=", "</skill>");
    return skill === undefined
      ? { refusal: result }
      : { text: skill.slice(skill.indexOf(">\n") + 2), part: "body" };
  },
  open: (path) => ({ tool: "Read", input: { file_path: path } }),
  readOpened(request) {
    const text = lastResult(request);
    return text.startsWith("Error: ") ? { refusal: text } : { text };
  },
};

function settingsFor(url: string): string {
  const model = { model: "mock", displayName: "mock", apiKey: "x", maxOutputTokens: 1_000 };
  const provider = "generic-chat-completion-api";
  return JSON.stringify({ customModels: [{ ...model, baseUrl: `${url}/v1`, provider }] });
}

/** "name: description", or the name alone. */
function readLine(line: string): readonly ListedSkill[] {
  if (line === "") return [];
  const colon = line.indexOf(": ");
  return colon < 0 ? [{ name: line }] : [{ name: line.slice(0, colon), description: line.slice(colon + 2) }];
}
