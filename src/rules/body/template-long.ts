import { count } from "../../core/sentence.ts";
import { defineRule } from "../define.ts";
import { skillText } from "../parts/prose.ts";

/** Number of lines, about one screen; the guidance distinguishes "short" and "longer" without a number. */
const most = 60;

const formats = /^(?:md|markdown|mdx|html)$/i;

/** The start of a code block in Markdown or HTML. Most texts contain none, so their Markdown need not be parsed. */
const words = ["```m", "```h", "``` ", "```\t", "~~~"] as const;
const opening = /(?:```|~~~)[ \t]*(?:md|markdown|mdx|html)(?![^\s`])/i;

export default defineRule({
  meta: {
    id: "template-long",
    category: "clarity",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/best-practices#templates-for-output-format",
    summary: "Reports a Markdown or HTML template of more than 60 lines in SKILL.md.",
    why: "It is loaded whenever the skill is used, although it is needed only when the output is written.",
    remedy: "Move it to a file under assets/ and say when to read it.",
    severity: "info",
    words,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document } = skill;
    const text = skillText(skill);
    if (
      !document ||
      (text && !text.hasAny(words)) ||
      !opening.test(document.source.text) ||
      document.body.lines <= most
    )
      return [];
    const { file, source, body } = document;
    return body.fences.flatMap(({ language, range, content }) => {
      const lines = formats.test(language) ? content.end.line - content.start.line : 0;
      if (lines <= most || isFinished(source.slice(content))) return [];
      const { line, offset } = range.start;
      const end = source.lineStart(line) + source.line(line).length;
      return [
        {
          file,
          range: source.range(offset, end),
          message: `template is ${count(lines, "line")} long (recommended maximum ${most}); move it to a file under assets/`,
        },
      ];
    });
  },
});

/** A part to fill in: in brackets or braces, an ellipsis or a marker. */
const placeholder =
  /[{}…]|\.\.\.|___|\b(?:TODO|TBD|YYYY|XX+)\b|\[(?![ xX]\])[^\]\n]{1,120}\](?![([:])|<(?:[A-Z]|[a-z]+[ _-])/;

/** Whether a block is a whole document with frontmatter and nothing to fill in: an example, not a template. */
function isFinished(content: string): boolean {
  return content.startsWith("---") && !placeholder.test(content);
}
