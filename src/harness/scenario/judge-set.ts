import type { CatalogEntry, SkillProblem } from "../../model/agent.ts";
import type { Expectation, ExpectedSet } from "../../model/scenario.ts";
import { series, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { TraceEvent, TraceKind } from "../../model/trace.ts";
import { isCall, namesFile } from "./match-event.ts";
import type { Played } from "./played.ts";

/** Something that is there, and whether a word of the scenario means it. */
interface Item {
  readonly label: string;
  isMeantBy(word: string): boolean;
}

/** What is wrong with a set; undefined where nothing is. */
export function objectToSet(
  { of, extent, values }: Extract<Expectation, { readonly kind: "set" }>,
  played: Played,
): string | undefined {
  const items = sets[of](played);
  const isThere = (value: string): boolean => items.some((item) => item.isMeantBy(value));
  if (extent === "never") return tellOf(values.filter(isThere), "among them");
  const absent = values.filter((value) => !isThere(value));
  if (absent.length > 0) return `${tellOf(absent, "not among them")}: ${tellItems(items)}`;
  const others = items.filter((item) => !values.some((value) => item.isMeantBy(value)));
  return extent === "exactly"
    ? tellOf(
        others.map(({ label }) => label),
        "among them, too",
      )
    : undefined;
}

const sets: Readonly<Record<ExpectedSet, (played: Played) => readonly Item[]>> = {
  activated: ({ result }) =>
    distinct(
      result.trace.flatMap(({ kind, skill }) => (kind === "activate" && skill !== undefined ? [skill] : [])),
    ),
  read: ({ result }) => filesOf(result.trace, "resource"),
  run: ({ result }) => filesOf(result.trace, "script"),
  called: ({ result }) =>
    distinct(
      result.trace.flatMap((event) => (isCall(event) && event.tool !== undefined ? [event.tool] : [])),
    ),
  offered: ({ last }) => distinct(last?.tools.map(({ name }) => name) ?? []),
  announced: ({ result }) => namesOf(result.catalog, false),
  hidden: ({ result }) => namesOf(result.catalog, true),
  shadowed: ({ result }) => pathsOf(result.problems, "shadowed"),
  skipped: ({ result }) => pathsOf(result.problems, "skipped"),
};

function distinct(labels: readonly string[]): readonly Item[] {
  return Array.from(new Set(labels), (label) => ({ label, isMeantBy: (word) => word === label }));
}

function filesOf(trace: readonly TraceEvent[], kind: TraceKind): readonly Item[] {
  const events = trace.filter((event) => event.kind === kind && event.file !== undefined);
  const items = events.map((event) => ({
    label: `${event.skill ?? ""}/${event.file ?? ""}`,
    isMeantBy: (word: string) => namesFile(word, event),
  }));
  return Array.from(new Map(items.map((item) => [item.label, item])).values());
}

function namesOf(catalog: readonly CatalogEntry[], hidden: boolean): readonly Item[] {
  return distinct(catalog.filter((entry) => entry.hidden === hidden).map(({ name }) => name));
}

/** Where a system puts its skills is not the same in all, and the end of a path tells enough. */
function pathsOf(problems: readonly SkillProblem[], kind: SkillProblem["kind"]): readonly Item[] {
  return problems
    .filter((problem) => problem.kind === kind)
    .map(({ path }) => ({ label: path, isMeantBy: (word) => path === word || path.endsWith(`/${word}`) }));
}

function tellOf(labels: readonly string[], where: string): string | undefined {
  return labels.length === 0
    ? undefined
    : `${series(labels.map((label) => quote(label, 80)))} ${labels.length === 1 ? "is" : "are"} ${where}`;
}

function tellItems(items: readonly Item[]): string {
  return items.length === 0
    ? "there are none"
    : seriesAtMost(
        items.map(({ label }) => quote(label, 80)),
        8,
      );
}
