import type { Finding } from "../../../model/rule.ts";
import { count } from "../../../core/sentence.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { defineRule } from "../../define.ts";

/** Number of lines. None of 788 published skills had as many blank lines in a row. */
const longest = 200;

const words = ["\n\n\n\n\n\n\n\n", "\r\n\r\n\r\n\r\n", "\n \n \n \n"] as const;

const run = new RegExp(String.raw`\n\s{${longest - 1},}`, "g");

export default defineRule({
  meta: {
    id: "blank-run",
    category: "security",
    origin: "guidance",
    source: "https://github.com/OWASP/www-project-agentic-skills-top-10",
    summary: "Reports 200 or more blank lines in a row followed by text.",
    why: "A reader who stops scrolling, or a scanner that reads only the start of a file, misses the text after them; a model reads it.",
    remedy: "Delete the blank lines.",
    severity: "warning",
    words,
    since: "0.1.0",
  },
  check: ({ subject: { texts } }) => texts.filter((file) => file.hasAny(words)).flatMap(findings),
});

function findings({ path, source }: TextFile): readonly Finding[] {
  for (const { 0: found, index } of source.text.matchAll(run)) {
    const lines = found.split("\n").length - 2;
    if (lines < longest) continue;
    const below = index + found.length;
    if (below === source.text.length) continue;
    return [
      {
        file: path,
        range: source.range(below, below + 1),
        message: `text after ${count(lines, "blank line")} is easily missed; delete the blank lines`,
      },
    ];
  }
  return [];
}
