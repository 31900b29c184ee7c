import { onceForEach } from "../../core/once.ts";
import { isMarkdown } from "../../core/paths.ts";
import type { Finding } from "../../model/rule.ts";
import type { TextFile } from "../../model/text-file.ts";
import { seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";

/**
 * Anthropic's skill-creator requires a table of contents from 300 lines on, the best practices of Anthropic and
 * OpenAI from 100 on. So all of them require one above this limit.
 */
const most = 300;

/** Number of lines at the top within which the table of contents must begin. */
const top = 40;

/** Maximum number of files listed. */
const named = 1;

export default defineRule({
  meta: {
    id: "reference-toc",
    category: "clarity",
    origin: "guidance",
    source:
      "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#structure-longer-reference-files-with-table-of-contents",
    summary: "Reports a reference file of more than 300 lines without a table of contents.",
    why: "An agent may read only the start of the file, and then does not know what else is in it.",
    remedy: "Start the file with a list of its sections.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document, texts } = skill;
    const long = texts.filter(
      (file) =>
        file.path !== document?.file &&
        isReference(file.path) &&
        isLongWithout(file) &&
        skill.graph.read.has(file.path),
    );
    const paths = long.map(({ path }) => path);
    return paths.length === 0 ? [] : [finding(paths)];
  },
});

function finding(paths: readonly string[]): Finding {
  const [file = "", ...others] = paths;
  const listed = seriesAtMost(
    paths.map((path) => quote(path)),
    named,
  );
  return {
    file,
    message:
      others.length === 0
        ? `${quote(file)} has more than ${most} lines but no table of contents in the first ${top}; add one`
        : `${paths.length} long files have no table of contents in the first ${top} lines: ${listed}; add them`,
    ...(others.length > 0 && { related: others.map((other) => ({ file: other })) }),
  };
}

/** Whether a file is read: templates and examples are copied instead. */
function isReference(path: string): boolean {
  return isMarkdown(path) && !/(?:^|\/)(?:assets|templates?|examples?)\//i.test(path);
}

const isLongWithout = onceForEach(({ bytes }: TextFile): boolean => {
  const head = endOfLines(bytes, top);
  return head >= 0 && endOfLines(bytes, most + 1) >= 0 && !hasContents(bytes.slice(0, head));
});

/** Whether the text has a heading such as "Contents", or at least three links to headings in the same file. */
function hasContents(text: string): boolean {
  return (
    /^[^\S\r\n\u2028\u2029]*(?:#{1,6}|\*\*|__|<summary>).*(?:contents|\btoc\b|index|overview of sections|sections|in this (?:file|document|guide|reference)|\xe7\x9b\xae\xe5\xbd\x95|\xe7\x9b\xae\xe6\xac\xa1)/im.test(
      text,
    ) || text.split("](#").length > 3
  );
}

/** The offset at which the given number of lines ends; -1 if the text has fewer. */
function endOfLines(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) return -1;
  }
  return at;
}
