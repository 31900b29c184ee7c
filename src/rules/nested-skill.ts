import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "nested-skill",
    category: "files",
    origin: "client:claude-api",
    source: "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview",
    summary: "Reports a second SKILL.md below the skill's root.",
    why: "Codex, Crush, Kilo, Letta Code and opencode list it as a separate skill, even if it is an example; claude.ai and OpenAI refuse an upload with more than one SKILL.md.",
    remedy: "Move it out of this skill, or give an example another name, such as SKILL.example.md.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { files } }) {
    const nested = files.filter(({ path, kind }) => kind !== "directory" && /\/skill\.md$/i.test(path));
    return nested.map(({ path: file }) => ({
      file,
      refusals: [{ reason: "several-documents" as const }],
      message: `${quote(file)} is inside another skill; move it out or rename it`,
    }));
  },
});
