import type { Finding } from "../../model/rule.ts";
import { quote, show } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { proseOf, skillText } from "../parts/prose.ts";

const claudeCodeName = /\bmcp__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)__([A-Za-z0-9_-]+)/g;

export default defineRule({
  meta: {
    id: "tool-name-qualified",
    category: "portability",
    origin: "guidance",
    source:
      "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#mcp-tool-references",
    summary:
      "Reports an MCP tool that is written with one client's name for it, such as `mcp__github__create_issue`.",
    why: "Other clients name the same tool differently; the guidance writes `GitHub:create_issue`, which any client can resolve.",
    remedy: "Write the server's name, a colon and the tool's name.",
    severity: "info",
    words: ["mcp__"],
    off: true,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    return skill.document && skillText(skill)?.has("mcp__") ? findings(skill.document) : [];
  },
});

function* findings({ file, source, body }: SkillDocument): Generator<Finding> {
  const { text, start } = proseOf(source, body);
  for (const { 0: found, 1: server, 2: tool, index } of text.matchAll(claudeCodeName)) {
    const from = start + index;
    yield {
      file,
      range: source.range(from, from + found.length),
      message: `${quote(found)} is a client-specific tool name; write \`${show(`${server}:${tool}`)}\``,
    };
  }
}
