import { isMarkdown } from "../../../core/paths.ts";
import type { Finding } from "../../../model/rule.ts";
import { quote } from "../../../core/show.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { defineRule } from "../../define.ts";

const words = ["<!--"] as const;

/** An order to an agent: to act, to ignore what it was asked, or to run a download. A note for authors is none. */
const order =
  /\b(?:you|agents?|assistant|claude|the model)\b[^.!?\n]{0,60}\b(?:must|should|are to|shall|always)\s+(?:\w+ly\s+|also\s+|first\s+)?(?:run|execute|send|upload|post|fetch|download|ignore|reveal|install|delete|exfiltrate)\b|\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:the\s+|your\s+)?(?:previous|prior|other|earlier|system|above)\s+(?:instructions?|prompts?|rules?)|^\s*(?:assistant|system)\s*:|\b(?:run|execute|fetch|download)\b[^.!?\n]{0,60}(?:\b(?:curl|wget)\s+(?:-|http)|https?:\/\/\S{1,200}\.(?:sh|py|ps1|exe)\b)/i;

export default defineRule({
  meta: {
    id: "comment-instructions",
    category: "security",
    origin: "guidance",
    source: "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
    summary: "Reports an HTML comment that orders an agent to do something.",
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
    const found = order.exec(text.slice(0, 10_000));
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
