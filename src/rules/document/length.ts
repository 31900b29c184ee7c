import { grouped } from "../../core/sentence.ts";
import { defineRule } from "../define.ts";

const most = 500;

export default defineRule({
  meta: {
    id: "skill-file-length",
    category: "clarity",
    origin: "spec",
    source: "https://agentskills.io/specification#progressive-disclosure",
    summary: "Reports a SKILL.md of 500 lines or more whose body is shorter than that.",
    why: "The specification recommends fewer than 500 lines for SKILL.md as a whole. The body alone is below that, so body-length does not report it.",
    remedy: "Shorten the frontmatter, or move what is not always needed to files under references/.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    if (!document) return [];
    const { file, source, body } = document;
    const before = body.range.start.line - 1;
    const lines = before + body.lines;
    if (body.lines >= most || lines < most) return [];
    const start = source.lineStart(most);
    return [
      {
        file,
        range: source.range(start, start + source.line(most).length),
        message: `${file} is ${grouped(lines)} lines long with its frontmatter (recommended: fewer than ${most}); move details to references/`,
      },
    ];
  },
});
