import type { CodeFence, Heading } from "../../model/body.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { SourceText } from "../../core/source-text.ts";
import { defineRule } from "../define.ts";

/** Titles that are repeated on purpose, such as those of samples and dialogs. */
const repeated =
  /^(?:after|agent|answer|assistant|bad|before|correct|don['’]ts?|dos?|examples?|good|human|input|note|output|prompt|question|request|response|tip|user|warning|wrong)\b/i;

export default defineRule({
  meta: {
    id: "heading-duplicate",
    category: "clarity",
    origin: "guidance",
    source: "https://github.com/DavidAnson/markdownlint/blob/main/doc/md024.md",
    summary: "Reports two sections of SKILL.md with the same title below the same heading.",
    why: "Often one is an older copy of the other, and an agent that looks for the section may follow either. A link to the title leads to the first only.",
    remedy: "Merge the sections, or give each a title of its own.",
    severity: "info",
    since: "0.1.0",
  },
  reportLimit: { max: 2, per: "file" },
  check: ({ subject: { document } }) =>
    document && document.body.headings.length > 1 ? duplicates(document) : [],
});

function* duplicates({ file, source, body }: SkillDocument): Generator<Finding> {
  if (body.fences.some((fence) => endsEarly(source, fence))) return;
  const first = new Map<string, Heading>();
  /** The offset of the heading above, for each level. */
  const parents = [-1];
  for (const heading of body.headings) {
    const { level, text, range } = heading;
    parents.length = Math.min(parents.length, level);
    const parent = parents.at(-1)!;
    while (parents.length < level) parents.push(parent);
    parents.push(range.start.offset);
    const key = JSON.stringify([parent, level, text.toLowerCase()]);
    const before = first.get(key);
    if (!before) first.set(key, heading);
    else if (range.start.column === 1 && text !== "" && !repeated.test(text))
      yield {
        file,
        range: source.range(range.start.offset, range.start.offset + source.line(range.start.line).length),
        message: `section ${quote(text, 60)} repeats the title of line ${before.range.start.line}; merge them or rename one`,
        related: [{ file, range: before.range }],
      };
  }
}

/** Whether a block contains the beginning of another, whose end closes it: headings of a sample are then outside. */
function endsEarly(source: SourceText, { range, content, closed }: CodeFence): boolean {
  const mark = /^(?:`+|~+)/.exec(source.slice(range))?.[0];
  return !closed || (mark !== undefined && `\n${source.slice(content)}`.includes(`\n${mark}`));
}
