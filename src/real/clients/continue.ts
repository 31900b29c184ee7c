import type { RealClient } from "../client.ts";
import { lastResult } from "../conversation.ts";
import { upToLast } from "../listings.ts";

export const continueCli: RealClient = {
  id: "continue",
  program: "cn",
  skills: ".continue/skills",
  tools: ["Skills"],
  start: ({ url, home }) => ({
    words: ["--config", `${home}/cn.yaml`, "-p", "hi"],
    files: { "cn.yaml": configFor(url) },
  }),
  list: ({ tools }) =>
    (tools.get("Skills") ?? "")
      .split("\nname: ")
      .slice(1)
      .flatMap((entry) => {
        const start = entry.indexOf("\ndescription: ");
        const description = entry.slice(start + "\ndescription: ".length).replace(/\n,?$/, "");
        return start < 0 ? [] : [{ name: entry.slice(0, start), description }];
      }),
  activate: ({ name }) => ({ tool: "Skills", input: { skill_name: name } }),
  readActivation(request) {
    const result = lastResult(request);
    const text = upToLast(result, "<skill_content>", "</skill_content>");
    return text === undefined ? { refusal: result } : { text, part: "body" };
  },
  open: (path) => ({ tool: "Read", input: { filepath: path } }),
  readOpened(request) {
    const result = lastResult(request);
    const isRead = result.startsWith("Content of ");
    return isRead ? { text: result.slice(result.indexOf(":\n") + 2) } : { refusal: result };
  },
};

/** JSON is YAML too. */
function configFor(url: string): string {
  const model = { name: "mock", provider: "openai", model: "mock", apiKey: "x", apiBase: `${url}/v1` };
  return JSON.stringify({ name: "mock", version: "0.0.1", schema: "v1", models: [model] });
}
