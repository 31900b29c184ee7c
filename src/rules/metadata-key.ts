import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { Field } from "../model/frontmatter.ts";
import { defineRule } from "./define.ts";

/** Clients that read line by line take these as the skill's own at any depth. Their code was run or read. */
const misread = ["description", "name"];

export default defineRule({
  meta: {
    id: "metadata-key",
    category: "portability",
    origin: "client:letta-code",
    source: "letta-ai/letta-code src/utils/frontmatter.ts@1f4d3e3e",
    summary: "Reports a `name` or `description` inside `metadata`.",
    why: "Letta Code, Spring AI agent-utils, harness9 and ZeroClaw read the frontmatter line by line and use it as the skill's own name or description.",
    remedy: "Rename it, for example to `display-name` or `short-description`.",
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
    .filter(({ key }) => misread.includes(key))
    .map(({ key, keyRange }) => ({
      file,
      range: keyRange,
      message: `clients that read line by line use ${quote(key)} in metadata as the skill's own; rename it`,
    }));
}
