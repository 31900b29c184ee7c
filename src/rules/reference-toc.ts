import { isMarkdown } from "../core/paths.ts";
import type { Finding } from "../model/rule.ts";
import { seriesAtMost } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

/** Anthropic's skill-creator asks for a table of contents from 300 lines on, its best practices and OpenAI's from 100: from here on nobody disagrees. */
const most = 300;

/** Lines at the top among which a table of contents begins. */
const top = 40;

/** Files that are named. */
const named = 3;

export default defineRule({
  meta: {
    id: "reference-toc",
    category: "clarity",
    origin: "guidance",
    source:
      "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#structure-longer-reference-files-with-table-of-contents",
    summary: "Reports a reference of more than 300 lines without a table of contents.",
    why: "An agent may look at the start of a file only, and then does not know what else is in it.",
    remedy: "Begin the file with a list of its sections.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document, texts } = skill;
    const long = texts.filter(
      (file) =>
        file.path !== document?.file &&
        isReference(file.path) &&
        isLongWithout(file.bytes) &&
        skill.graph.read.has(file.path),
    );
    const paths = long.map(({ path }) => path);
    return paths.length === 0 ? [] : [finding(paths)];
  },
});

function finding(paths: readonly string[]): Finding {
  const [file = "", ...others] = paths;
  const which =
    paths.length === 1
      ? quote(file)
      : `each of ${seriesAtMost(
          paths.map((path) => quote(path)),
          named,
        )}`;
  return {
    file,
    message: `${which} has more than ${most} lines, and no table of contents among the first ${top}`,
    ...(others.length > 0 && { related: others.map((other) => ({ file: other })) }),
  };
}

/** Templates and samples are copied, not read. */
function isReference(path: string): boolean {
  return isMarkdown(path) && !/(?:^|\/)(?:assets|templates?|examples?)\//i.test(path);
}

function isLongWithout(text: string): boolean {
  const head = endOfLines(text, top);
  return head >= 0 && endOfLines(text, most + 1) >= 0 && !hasContents(text.slice(0, head));
}

/** A heading that says so, or a list of at least three links into the file, or of section names in bold or numbers. */
function hasContents(text: string): boolean {
  return (
    /^[^\S\r\n\u2028\u2029]*(?:#{1,6}|\*\*|__|<summary>).*(?:contents|\btoc\b|index|overview of sections|sections|in this (?:file|document|guide|reference)|\xe7\x9b\xae\xe5\xbd\x95|\xe7\x9b\xae\xe6\xac\xa1)/im.test(
      text,
    ) || text.split("](#").length > 3
  );
}

/** Where the line of that number ends; -1 where there are fewer. */
function endOfLines(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) return -1;
  }
  return at;
}
