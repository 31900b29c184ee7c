import { isMarkdown } from "../../../core/paths.ts";
import type { Finding } from "../../../model/rule.ts";
import { quote } from "../../../core/show.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { defineRule } from "../../define.ts";

const words = ["<!--"] as const;

/** Phrases that instruct an agent, and commands and scripts that an instruction names. */
const imperative =
  /\b(?:you (?:must|should|are to)|must (?:run|execute|read|send|use|always)|always (?:run|execute|read|send)|execute|curl|wget|system prompt|instructions?:|ignore (?:all|any|the|previous)|assistant:|agents? (?:must|should)|(?:ba)?sh -c|https?:\/\/\S{1,200}\.(?:sh|py|ps1|exe)\b)/i;

export default defineRule({
  meta: {
    id: "comment-instructions",
    category: "security",
    origin: "guidance",
    source: "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
    summary: "Reports an HTML comment that contains instructions for an agent.",
    why: "A rendered page does not show the comment, but the model reads it.",
    remedy: "Move the instruction into the visible text, or delete it.",
    severity: "info",
    words,
    off: true,
    since: "0.1.0",
  },
  check: ({ subject: { texts } }) =>
    texts.filter((file) => isMarkdown(file.path) && file.has("<!--")).flatMap(findings),
});

function findings({ path, body }: TextFile): readonly Finding[] {
  return body.comments.flatMap(({ range, text }) => {
    const found = imperative.exec(text.slice(0, 10_000));
    return found
      ? [
          {
            file: path,
            range,
            message: `instructions in an HTML comment are invisible to readers: ${quote(excerptAt(text, found.index), 60)}`,
          },
        ]
      : [];
  });
}

function excerptAt(text: string, at: number): string {
  return text
    .slice(Math.max(0, at - 20), at + 80)
    .replace(/\s+/g, " ")
    .trim();
}
