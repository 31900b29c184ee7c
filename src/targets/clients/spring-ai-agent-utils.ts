import { trimJava } from "../../dialects/java.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { lineFields, withoutQuotes } from "../reading/line-fields.ts";

/** Spring AI agent utils: a line reader; the frontmatter ends at the next "---", also in a value. */
export const springAiAgentUtils: Client = {
  id: "spring-ai-agent-utils",
  title: "Spring AI agent utils",
  reach: "niche",
  order: 180,
  versions: [
    {
      version: "5410240a",
      versions: "*",
      evidence: "executed",
      sources: [
        "spring-ai-community/spring-ai-agent-utils spring-ai-agent-utils/src/main/java/org/springaicommunity/agent/utils/MarkdownParser.java@5410240a",
      ],
      checked: "2026-07-29",
      load,
    },
  ],
};

function load({ bytes }: LoadInput): LoadResult {
  const text = decodeUtf8Loosely(bytes);
  const end = text.startsWith("---") ? text.indexOf("---", 3) : -1;
  const frontmatter = trimJava(text.slice(3, Math.max(end, 3)));
  const fields = lineFields(frontmatter, { trim: trimJava, value: withoutQuotes });
  const [name, description] = [fields.get("name"), fields.get("description")];
  // A null pointer: no skill of the project is loaded.
  if (name === undefined) return { loads: false, reason: "name is missing" };
  return {
    loads: true,
    name,
    ...(description !== undefined && { description }),
    body: trimJava(text.slice(end + 3)),
  };
}
