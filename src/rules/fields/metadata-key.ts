import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { yamlType } from "../../yaml/scalar.ts";
import { defineRule } from "../define.ts";
import { articles } from "./type.ts";
import { isList } from "../parts/fields.ts";

/**
 * Some clients read line by line and take these keys for the skill's own at any depth, as found by running or reading
 * their code.
 */
const misread = ["description", "name"];

export default defineRule({
  meta: {
    id: "metadata-key",
    category: "portability",
    origin: "client:letta-code",
    source: "letta-ai/letta-code src/utils/frontmatter.ts@1f4d3e3e",
    summary:
      "Reports a `name` or `description` inside `metadata`, and a key that YAML does not read as a string, such as `1`.",
    why: "Letta Code, Spring AI agent-utils, harness9 and ZeroClaw read the frontmatter line by line and use it as the skill's own name or description. The specification allows only strings as keys.",
    remedy:
      "Rename it, for example to `display-name` or `short-description`; quote a key that is not a string.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    const metadata = document?.frontmatter?.fields.get("metadata");
    return document && metadata && !isList(metadata.value) ? findings(document, metadata) : [];
  },
});

function* findings({ file, source }: SkillDocument, metadata: Field): Generator<Finding> {
  for (const { key, keyRange: range } of metadata.children) {
    const type = yamlType(source.text.slice(range.start.offset, range.end.offset));
    if (type)
      yield {
        file,
        range,
        message: `metadata key ${quote(key)} is unquoted, so YAML reads it as ${articles[type]}; quote it`,
      };
    else if (metadata.style === "block" && misread.includes(key))
      yield {
        file,
        range,
        message: `clients that read line by line use ${quote(key)} in metadata as the skill's own; rename it`,
      };
  }
}
