import type { RealClient } from "../../client.ts";
import { lastResult, textWith } from "../../conversation.ts";
import { between, listElements, readBase, upToLast, withoutLineNumbers } from "../../listings.ts";

/** opencode, and forks with the same tools. */
export function opencodeLike(
  client: Pick<RealClient, "id" | "program" | "order"> & { readonly variable: string },
): RealClient {
  const { variable, ...rest } = client;
  return {
    ...rest,
    skills: ".agents/skills",
    tools: ["skill"],
    needs: ["rg"],
    start: ({ url }) => ({ words: ["run", "hi"], env: { [variable]: configFor(url) } }),
    list: (request) =>
      listElements(
        between(textWith(request, "<available_skills>\n"), "<available_skills>\n", "\n</available_skills>"),
      ),
    activate: ({ name }) => ({ tool: "skill", input: { name } }),
    readActivation(request) {
      const result = lastResult(request);
      const whole = upToLast(result, "\n# Skill: ", "\n</skill_content>");
      const end = whole?.lastIndexOf("\n\nBase directory for this skill: ") ?? -1;
      if (whole === undefined || end < 0) return { refusal: result };
      const text = whole.slice(whole.indexOf("\n\n") + 2, end);
      return { text, part: "body", base: readBase(whole.slice(end))!.base.replace(/^file:\/\//, "") };
    },
    open: (path) => ({ tool: "read", input: { filePath: path } }),
    readOpened(request) {
      const result = lastResult(request);
      const lines = upToLast(result, "<content>\n", "\n\n(End of file");
      return lines === undefined ? { refusal: result } : { text: withoutLineNumbers(lines, /^\d+: /) };
    },
  };
}

function configFor(url: string): string {
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    options: { baseURL: `${url}/v1`, apiKey: "x" },
    models: { mock: {} },
  };
  return JSON.stringify({ provider: { mock: provider }, model: "mock/mock" });
}
