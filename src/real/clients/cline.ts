import type { RealClient } from "../client.ts";
import { lastResult } from "../conversation.ts";
import { upToLast, withoutLineNumbers } from "../listings.ts";

const list = "Available skills: ";
const provider = "openai-compatible";

export const cline: RealClient = {
  id: "cline",
  order: 60,
  variant: "cli",
  program: "cline",
  skills: ".cline/skills",
  tools: ["skills"],
  namesOnly: true,
  start: ({ url }) => ({
    words: ["-P", provider, "-m", "mock", "-k", "x", "say hi"],
    env: { CLINE_API_KEY: "x", CLINE_PROVIDER: provider },
    files: { ".cline/data/settings/providers.json": settingsFor(url) },
  }),
  list({ tools }) {
    const text = tools.get("skills") ?? "";
    const start = text.indexOf(list);
    if (start < 0) return [];
    const names = text.slice(start + list.length).replace(/\.$/, "");
    return names.split(", ").map((name) => ({ name }));
  },
  activate: ({ name }) => ({ tool: "skills", input: { skill: name } }),
  readActivation(request) {
    const result = lastResult(request);
    const text = upToLast(result, "<command-instructions>\n", "\n</command-instructions>");
    if (text === undefined) return { refusal: result };
    return { text: text.startsWith("Description: ") ? afterParagraph(text) : text, part: "body" };
  },
  open: (path) => ({ tool: "read_files", input: { files: [{ path }] } }),
  readOpened(request) {
    const result = lastResult(request);
    const lines = readAnswer(result);
    return lines === undefined ? { refusal: result } : { text: withoutLineNumbers(lines, /^\s*\d+ \| ?/) };
  },
};

function settingsFor(url: string): string {
  const settings = { provider, apiKey: "x", model: "mock", baseUrl: `${url}/v1` };
  const entry = { settings, tokenSource: "manual", updatedAt: "2026-01-01T00:00:00.000Z" };
  return JSON.stringify({
    version: 1,
    lastUsedProvider: provider,
    modes: {},
    providers: { [provider]: entry },
  });
}

/** The description is a paragraph before the body. */
function afterParagraph(text: string): string {
  const end = text.indexOf("\n\n");
  return end < 0 ? "" : text.slice(end + 2);
}

/** The text of the one file that was asked for. */
function readAnswer(result: string): string | undefined {
  if (!result.startsWith("[{")) return undefined;
  const answers: unknown = JSON.parse(result);
  const [first]: readonly unknown[] = Array.isArray(answers) ? answers : [];
  if (typeof first !== "object" || first === null || !("success" in first) || !("result" in first))
    return undefined;
  return first.success === true && typeof first.result === "string" ? first.result : undefined;
}
