import { quote } from "../../core/show.ts";
import type { TextFile } from "../../model/text-file.ts";
import { defineRule } from "../define.ts";

/** Generic words. The guidance's example is doc2.md; a number does not make such a word more specific. */
const generic =
  /(?:^|\/)(?:(?:doc|document|file|note|page|ref|text)[-_ ]?\d{1,3}|doc|file|new|temp|tmp|untitled(?:[-_ ]?\d+)?|new[-_ ](?:document|file|page))\.(?:md|markdown|txt)$/i;

/** Sample data, which an agent does not choose by its name. */
const samples = /(?:^|\/)(?:assets|evals?|examples?|fixtures?|samples?|tests?)\//i;

export default defineRule({
  meta: {
    id: "file-name-generic",
    category: "files",
    origin: "guidance",
    source:
      "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#runtime-environment",
    summary: "Reports a file with a generic name, such as `doc2.md`.",
    why: "An agent chooses files to read by their names, and has to open this one to know its content.",
    remedy: "Name the file after its content, such as `form-validation-rules.md`.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: { files, texts, partial } }) {
    const found = files.filter(
      ({ path, kind }) => kind === "file" && generic.test(path) && !samples.test(path),
    );
    if (found.length === 0) return [];
    const byPath = new Map(texts.map((text) => [text.path, text]));
    const unread = new Set(partial.map(({ path }) => path));
    const series = seriesIn(found.map(({ path }) => path));
    return found
      .filter(
        ({ path }) => !unread.has(path) && !series.has(stemOf(path)) && !isSubject(path, byPath.get(path)),
      )
      .map(({ path }) => ({
        file: path,
        message: `${quote(path)} has a generic name; name it after its content`,
      }));
  },
});

/** Pages of one work: from this many on, the number is what identifies a page. */
const pages = 10;

/** The paths of numbered files, without the numbers, that many files share. */
function seriesIn(paths: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const stem of paths.map(stemOf)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Set(Array.from(counts).flatMap(([stem, number]) => (number >= pages ? [stem] : [])));
}

function stemOf(path: string): string {
  return path.replace(/\d{1,3}(?=\.\w{1,8}$)/, "#");
}

/** Whether the title of a file contains its name, as that of a page about the object "file". */
function isSubject(path: string, file: TextFile | undefined): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf(".")).toLowerCase();
  const text = file?.source.text.slice(0, 2_000) ?? "";
  const [, title = ""] = /^#[ \t]([^\r\n]{1,200})/m.exec(text) ?? [];
  return title
    .toLowerCase()
    .split(/[^a-z]+/)
    .includes(name);
}
