import { estimateTokens } from "../core/estimate-tokens.ts";
import { grouped } from "../core/sentence.ts";
import { defineRule } from "./define.ts";

const most = 5000;

export default defineRule({
  meta: {
    id: "body-tokens",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#progressive-disclosure",
    summary: "Reports a body of about 5,000 tokens or more.",
    why: "All of the body is loaded whenever the skill is used; the specification recommends fewer than 5,000 tokens, and Claude Code keeps no more of a skill when it compacts.",
    remedy: "Move what is not needed every time to files under references/ and say when to read each.",
    severity: "warning",
    needs: ["document"],
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    // No estimate is higher than the number of characters.
    if (!document || document.source.text.length < most) return [];
    const { file, source, body, frontmatter } = document;
    const tokens = estimateTokens(source.slice(body.range));
    if (tokens < most) return [];
    return [{ file, ...(frontmatter && { range: frontmatter.closing }), message: `the body behind this line has about ${grouped(Math.round(tokens / 100) * 100)} tokens, expected fewer than ${grouped(most)}` }];
  },
});
