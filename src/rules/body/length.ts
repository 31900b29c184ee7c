import { grouped } from "../../core/sentence.ts";
import { defineRule } from "../define.ts";

const most = 500;

/** A body that is little longer than recommended need not be split. */
const clearlyMore = 550;

export default defineRule({
  meta: {
    id: "body-length",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#progressive-disclosure",
    summary: "Reports a body of 500 lines or more.",
    why: "The whole body is loaded whenever the skill is used, and its end may be truncated or overlooked; the specification recommends fewer than 500 lines.",
    remedy: "Move what is not always needed to files under references/, and say when to read each file.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    if (!document || document.body.lines < most) return [];
    const { file, source, body } = document;
    const line = body.range.start.line + most - 1;
    const start = source.lineStart(line);
    return [
      {
        file,
        range: source.range(start, start + source.line(line).length),
        refusals: [{ reason: "body-lines" }],
        message: `body is ${grouped(body.lines)} lines long (recommended: fewer than ${most}); move details to references/`,
        ...(body.lines < clearlyMore && { severity: "info" as const }),
      },
    ];
  },
});
