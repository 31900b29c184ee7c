import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { Field } from "../model/frontmatter.ts";
import { defineRule } from "./define.ts";

/** Readers of lines take these for the skill's own, wherever they stand; run, or read in their code. */
const stolen = ["description", "name"];

export default defineRule({
  meta: {
    id: "metadata-key",
    category: "portability",
    origin: "client:letta-code",
    source: "letta-ai/letta-code src/utils/frontmatter.ts@1f4d3e3e",
    summary: "Reports a `name` or `description` within `metadata`.",
    why: "Letta Code, Spring AI agent-utils, harness9 and ZeroClaw read the frontmatter line by line and take it for the skill's own name or description.",
    remedy: "Call it something else, such as `display-name` or `short-description`.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    const metadata = document?.frontmatter?.fields.get("metadata");
    return document && metadata?.style === "block" ? findings(document, metadata) : [];
  },
});

function findings({ file }: SkillDocument, { children }: Field): readonly Finding[] {
  return children
    .filter(({ key }) => stolen.includes(key))
    .map(({ key, keyRange }) => ({
      file,
      range: keyRange,
      message: `metadata has a ${quote(key)}, which clients that read line by line take for the skill's own`,
    }));
}
