import { isMarkdown } from "../../../core/paths.ts";
import type { Finding } from "../../../model/rule.ts";
import type { Range } from "../../../core/place.ts";
import { quote } from "../../../core/show.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { defineRule } from "../../define.ts";
import { order } from "./parts/order.ts";

const words = ["<!--", "]: #", "]: <"] as const;

/** A link reference definition that no link can need, which Markdown has in place of comments: `[//]: # (text)`. */
const definition =
  /^ {0,3}\[[^[\]\r\n]{1,80}\]:[ \t]{1,4}(?:#|<#?>)[ \t]{1,4}(?:\(([^()\r\n]{1,2000})\)|"([^"\r\n]{1,2000})"|'([^'\r\n]{1,2000})')/gm;

export default defineRule({
  meta: {
    id: "comment-instructions",
    category: "security",
    origin: "guidance",
    source: "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
    summary:
      "Reports a comment that orders an agent to do something, in HTML or as a link definition such as `[//]: # (text)`.",
    why: "A rendered page does not show the comment, but the model reads it.",
    remedy: "Move the instruction into the visible text, or delete it.",
    severity: "info",
    words,
    off: true,
    since: "0.1.0",
  },
  check: ({ subject: { texts } }) =>
    texts.filter((file) => isMarkdown(file.path) && file.hasAny(words)).flatMap(findings),
});

interface Comment {
  readonly range: Range;
  readonly text: string;
  readonly kind: string;
}

function findings(file: TextFile): readonly Finding[] {
  return [
    ...file.body.comments.map((comment) => ({ ...comment, kind: "an HTML comment" })),
    ...definitionsIn(file),
  ].flatMap(({ range, text, kind }) => {
    const found = order.exec(text.slice(0, 10_000));
    return found
      ? [
          {
            file: file.path,
            range,
            message: `instructions in ${kind} are invisible to readers: ${quote(excerptAt(text, found.index), 60)}`,
          },
        ]
      : [];
  });
}

function definitionsIn({ source, body }: TextFile): readonly Comment[] {
  return Array.from(source.text.matchAll(definition)).flatMap(({ 0: written, 1: a, 2: b, 3: c, index }) => {
    const isCode = body.code.some(({ start, end }) => start.offset <= index && index < end.offset);
    const range = source.range(index, index + written.length);
    return isCode ? [] : [{ range, text: a ?? b ?? c ?? "", kind: "a definition" }];
  });
}

function excerptAt(text: string, at: number): string {
  return text
    .slice(Math.max(0, at - 20), at + 80)
    .replace(/\s+/g, " ")
    .trim();
}
