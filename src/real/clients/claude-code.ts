import type { ListedSkill, RealClient } from "../client.ts";
import { lastResult, textWith } from "../conversation.ts";
import { readBase, withoutLineNumbers } from "../listings.ts";

const heading = "skills are available for use with the Skill tool:\n\n";

export const claudeCode: RealClient = {
  id: "claude-code",
  order: 10,
  program: "claude",
  skills: ".claude/skills",
  tools: ["Skill"],
  start: ({ url }) => ({
    // A person would be asked whether the skill may be used; the only calls are those of the mock model.
    words: ["-p", "hi", "--allowedTools", "Skill,Read", "--output-format", "stream-json", "--verbose"],
    env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "x", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
  }),
  list(request) {
    const [, catalog = ""] = textWith(request, heading).split(heading);
    const [entries = ""] = catalog.split("\n\n");
    return entries.split("\n").flatMap(readLine);
  },
  activate: ({ name }) => ({ tool: "Skill", input: { skill: name } }),
  readActivation(request) {
    const result = lastResult(request);
    const found = readBase(result);
    return found
      ? { text: found.rest.replace(/^\n\n/, ""), part: "body", base: found.base }
      : { refusal: result };
  },
  open: (path) => ({ tool: "Read", input: { file_path: path } }),
  readOpened(request) {
    const result = lastResult(request);
    return /^\s*1\t/.test(result) ? { text: withoutLineNumbers(result, /^\s*\d+\t?/) } : { refusal: result };
  },
};

/** "- name (title): description"; the title and the description may be missing. */
function readLine(line: string): readonly ListedSkill[] {
  if (!line.startsWith("- ")) return [];
  const colon = line.indexOf(": ");
  const title = line.indexOf(" (");
  const hasTitle = title > 0 && (colon < 0 || title < colon);
  const head = hasTitle ? endOfTitle(line, title) : colon < 0 ? line.length : colon;
  const description = line.slice(head + ": ".length);
  return [
    {
      name: line.slice("- ".length, hasTitle ? title : head),
      ...(hasTitle && { title: line.slice(title + " (".length, head - 1) }),
      ...(description !== "" && { description }),
    },
  ];
}

function endOfTitle(line: string, start: number): number {
  const end = line.indexOf("): ", start);
  return end < 0 ? line.length : end + 1;
}
