import { toShellWord } from "../../core/shell-word.ts";
import type { ListedSkill, Reading, RealClient } from "../client.ts";
import { lastResult, textWith } from "../conversation.ts";
import { between } from "../listings.ts";
import type { Call, ModelRequest } from "../types.ts";

/** The model reads SKILL.md and files with a shell command. */
export const codex: RealClient = {
  id: "codex",
  order: 20,
  program: "codex",
  skills: ".agents/skills",
  tools: ["exec_command", "shell_command", "shell"],
  start: ({ url }) => ({
    // Its own sandbox cannot start inside a namespace; the only commands are those of the mock model.
    words: ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "hi"],
    env: { OPENAI_API_KEY: "x" },
    files: { ".codex/config.toml": configFor(url) },
  }),
  list(request) {
    const text = between(
      textWith(request, "<skills_instructions>"),
      "<skills_instructions>",
      "</skills_instructions>",
    );
    const roots = new Map(
      Array.from(text.matchAll(/^- `(r\d+)` = `(.*)`$/gm), ([, short = "", path = ""]) => [short, path]),
    );
    return text
      .slice(text.indexOf("### Available skills"))
      .split("\n")
      .flatMap((line) => readLine(line, roots));
  },
  activate: ({ path = "" }, request) => print(path, request),
  readActivation(request) {
    const read = readOutput(request);
    return "text" in read ? { ...read, part: "file" } : read;
  },
  open: print,
  readOpened: readOutput,
};

function configFor(url: string): string {
  return [
    'model = "gpt-5"',
    'model_provider = "mock"',
    "[model_providers.mock]",
    'name = "mock"',
    `base_url = "${url}/v1"`,
    'env_key = "OPENAI_API_KEY"',
    'wire_api = "responses"',
    "",
  ].join("\n");
}

/** "- name: description (file: r1/name/SKILL.md)"; the directory may be written as a short name of its root. */
function readLine(line: string, roots: ReadonlyMap<string, string>): readonly ListedSkill[] {
  const start = line.lastIndexOf(" (file: ");
  const colon = line.indexOf(":");
  if (!line.startsWith("- ") || start < 0 || colon < 0 || colon > start) return [];
  const file = line.slice(start + " (file: ".length, -1);
  const root = roots.get(file.slice(0, file.indexOf("/")));
  const description = line.slice(colon + 1, start).trimStart();
  return [
    {
      name: line.slice(2, colon),
      ...(description !== "" && { description }),
      path: root === undefined ? file : root + file.slice(file.indexOf("/")),
    },
  ];
}

function print(path: string, { tools }: ModelRequest): Call {
  const command = `cat ${toShellWord(path)}`;
  if (tools.has("exec_command")) return { tool: "exec_command", input: { cmd: command } };
  if (tools.has("shell_command")) return { tool: "shell_command", input: { command } };
  return { tool: "shell", input: { command: ["cat", path] } };
}

function readOutput(request: ModelRequest): Reading {
  const result = lastResult(request);
  const start = result.indexOf("Output:\n");
  const isPrinted = start >= 0 && /(?:Process exited with|Exit) code:? 0\n/.test(result.slice(0, start));
  return isPrinted ? { text: result.slice(start + "Output:\n".length) } : { refusal: result };
}
