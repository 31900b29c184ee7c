import type { Finding } from "../model/rule.ts";
import { count } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { Skill } from "../model/skill.ts";
import type { TextFile } from "../model/text-file.ts";
import { defineRule } from "./define.ts";
import { longestShared } from "./parts/shared-lines.ts";
import { mayShare } from "./parts/shared-places.ts";
import { skillText } from "./parts/prose.ts";

/** Lines that are not blank, and bytes in them: shorter ones are headings, tables and commands that belong in both. */
const least = 8;
const leastBytes = 300;

const markdown = /\.(?:md|markdown)$/i;

/** A README repeats on purpose, and another SKILL.md is another skill. */
const others = /(?:^|\/)(?:readme|skill)\.\w+$/i;

export default defineRule({
  meta: {
    id: "duplicated-text",
    category: "clarity",
    origin: "guidance",
    source: "https://github.com/openai/skills/blob/main/skills/.system/skill-creator/SKILL.md",
    summary: "Reports eight or more lines of SKILL.md that also stand in a Markdown file that it refers to.",
    why: "An agent that reads both pays for them twice, and sooner or later one of the two is out of date.",
    remedy: "Keep them in one of the two: in SKILL.md if every use needs them, else in the other file.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const text = skillText(skill);
    if (!text || skill.texts.length < 2 || skill.references.length === 0) return [];
    const named = new Set(
      skill.references.flatMap(({ outcome }) => (outcome.status === "found" ? [outcome.path] : [])),
    );
    const files = skill.texts.filter(
      (each) =>
        each !== text &&
        named.has(each.path) &&
        markdown.test(each.path) &&
        !others.test(each.path) &&
        each.bytes.length >= leastBytes,
    );
    const close = files.length > 0 ? mayShare(text, files, leastBytes) : [];
    return close.length > 0 ? findings(skill, text, close) : [];
  },
});

function* findings({ document }: Skill, text: TextFile, files: readonly TextFile[]): Generator<Finding> {
  if (!document) return;
  const { source, body } = document;
  for (const { other, run } of longestShared(text, body.range.start.line, files)) {
    if (run.lines < least || run.bytes < leastBytes) continue;
    const range = source.range(
      source.lineStart(run.first),
      source.lineStart(run.last) + source.line(run.last).length,
    );
    yield {
      file: document.file,
      range,
      message: `${count(run.lines, "line")} from here stand in ${quote(other.path)} too, expected them in one of the two`,
      related: [
        {
          file: other.path,
          range: other.source.range(
            other.source.lineStart(run.otherFirst),
            other.source.lineStart(run.otherFirst),
          ),
        },
      ],
    };
  }
}
