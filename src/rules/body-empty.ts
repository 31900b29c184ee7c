import { defineRule } from "./define.ts";
import { proseOf } from "./parts/prose.ts";

export default defineRule({
  meta: {
    id: "body-empty",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#body-content",
    summary: "Reports a SKILL.md with nothing behind its frontmatter.",
    why: "The body is what an agent loads when it uses the skill; without one the skill only takes up room in its prompt.",
    remedy: "Write the instructions below the closing fence.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    if (!document?.frontmatter) return [];
    const { file, source, body, frontmatter } = document;
    const text = source.slice(body.range).trim();
    if (
      text !== "" &&
      (!text.startsWith("<!--") || body.fences.length > 0 || proseOf(source, body).text.trim() !== "")
    )
      return [];
    const what = text === "" ? "nothing follows" : "nothing but a comment follows";
    return [
      {
        file,
        range: frontmatter.closing,
        message: `${what} the frontmatter, expected the skill's instructions`,
      },
    ];
  },
});
