import { decodeUtf8Loosely, encodeUtf8 } from "../../core/utf8.ts";
import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";

/** MAX_SKILL_PROMPT_BYTES in codex-rs, for the whole file. */
const most = 8000;

export default defineRule({
  meta: {
    id: "body-bytes",
    category: "portability",
    origin: "client:codex",
    source: "https://github.com/EveryInc/compound-engineering-plugin/issues/1412",
    summary:
      "Reports a SKILL.md of more than 8,000 bytes, and the heading at which Agent Plugin hosts truncate it.",
    why: "Codex gives an agent only the first 8,000 bytes of a skill in an Agent Plugin, including the frontmatter, and drops the rest without a message.",
    remedy:
      "Keep what every use needs in the first 8,000 bytes, and move the rest to files under references/.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    if (!document) return [];
    const { file, source, text, body } = document;
    // A checkout with CRLF line endings has one more byte per line.
    const expanded = text.bytes + text.lf;
    if (expanded <= most) return [];
    const fits = text.bytes <= most;
    const offset = fits
      ? cutAt(source.text.replaceAll("\n", "\r\n")).replaceAll("\r", "").length
      : cutAt(source.text).length;
    const heading = body.headings.findLast(({ range }) => range.start.offset <= offset);
    const at = heading ? `in section ${quote(heading.text, 30)}` : "before the first heading";
    const size = fits
      ? `${grouped(expanded)} bytes with CRLF (${grouped(text.bytes)} with LF)`
      : `${grouped(text.bytes)} bytes`;
    return [
      {
        file,
        range: source.range(offset, Math.min(offset + 1, source.text.length)),
        message: `file is ${size}; Agent Plugin hosts truncate it at ${grouped(most)} bytes, ${at}`,
      },
    ];
  },
});

/** The part of the text that fits into the limit, without an incomplete character at its end. */
function cutAt(text: string): string {
  return decodeUtf8Loosely(encodeUtf8(text.slice(0, most)).subarray(0, most)).replace(/\ufffd$/, "");
}
