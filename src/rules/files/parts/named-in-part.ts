import { groupBy } from "../../../core/group-by.ts";
import { parentOf } from "../../../core/paths.ts";
import type { Skill } from "../../../model/skill.ts";

/** Maximum number of files that are looked for. */
const mostFiles = 200;

/** Words on a line or in a heading of a table that say that it lists files. */
const files = /\b(?:docs?|documents?|files?|guides?|load(?:ed)?|read|refs?|references?)\b/i;

const everyFile = /\ball (\d{1,3}|refs|references)\b/gi;

/**
 * The files that SKILL.md names by a part of their names: by its end, as in "`card-dark.html` / `-white.html`", or by
 * the stem in a list with others of the directory, as in "self-review, failure-recovery" of a table with the files to
 * read.
 */
export function namedInPart(
  { document, files: entries }: Skill,
  paths: readonly string[],
): ReadonlySet<string> {
  const text = document?.source.text ?? "";
  const wanted = paths.slice(0, mostFiles);
  const byEnd = wanted.filter((path) => endsOf(path).some((end) => text.includes(`\`${end}\``)));
  const listed = Array.from(groupBy(wanted, parentOf)).flatMap(([directory, orphans]) => {
    const beside = entries.filter(({ path, kind }) => kind !== "directory" && parentOf(path) === directory);
    return inLists(text, { orphans, beside: beside.slice(0, mostFiles).map(({ path }) => path) });
  });
  return new Set([...byEnd, ...listed]);
}

/** The ends of a name that begin with a hyphen or an underscore. */
function endsOf(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return Array.from(name.matchAll(/[-_](?=\w)/g), ({ index }) => name.slice(index)).filter((end) =>
    end.includes("."),
  );
}

interface Directory {
  readonly orphans: readonly string[];
  /** Every file of the directory. */
  readonly beside: readonly string[];
}

/** The orphans that a line lists by their stems, at least two files of the directory together. */
function inLists(text: string, { orphans, beside }: Directory): readonly string[] {
  const byStem = new Map(beside.map((path) => [stemOf(path), path]));
  const found = new Set<string>();
  const lines = text.split("\n");
  for (const [at, line] of lines.entries()) {
    if (!line.includes(",") || !/\w[-_]\w/.test(line)) continue;
    const items = line.slice(0, 2_000).split(/[,;:+&|]|\band\b/);
    const named = items.flatMap((item) => byStem.get(item.trim()) ?? []);
    if (new Set(named).size < 2 || !(files.test(line) || files.test(headOf(lines, at)))) continue;
    for (const path of named) found.add(path);
  }
  const isComplete = Array.from(text.matchAll(everyFile)).some(
    ([, many = ""]) => !/^\d/.test(many) || Number(many) === beside.length,
  );
  return found.size > 0 && isComplete ? orphans : orphans.filter((path) => found.has(path));
}

/** The first line of the table that a line belongs to; empty if it is in none. */
function headOf(lines: readonly string[], at: number): string {
  let first = at;
  while (at - first < 50 && lines[first - 1]?.trimStart().startsWith("|")) first--;
  return first === at ? "" : lines[first]!;
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
