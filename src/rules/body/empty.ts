import { defineRule } from "../define.ts";
import { proseOf } from "../parts/prose.ts";

export default defineRule({
  meta: {
    id: "body-empty",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#body-content",
    summary: "Reports a SKILL.md without instructions after its frontmatter.",
    why: "The body is what an agent loads when it uses the skill; without one, the skill only takes up space in the prompt.",
    remedy: "Write the instructions after the closing `---`.",
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
    const problem = text === "" ? "body is empty" : "body contains only comments";
    // Some clients look for a line end after the fence, and do not find the frontmatter without one.
    if (frontmatter.closing.end.offset === source.text.length)
      return [
        {
          file,
          range: frontmatter.closing,
          refusals: [{ reason: "fence-close" }],
          message: 'no line end after the closing "---" and no body; write the instructions below it',
        },
      ];
    return [
      {
        file,
        range: frontmatter.closing,
        message: `${problem}; write the skill's instructions after the frontmatter`,
      },
    ];
  },
});
