import { groupBy } from "../../../core/group-by.ts";
import { count, grouped, series, seriesAtMost } from "../../../core/sentence.ts";
import { widthOf } from "../../../core/text-width.ts";
import { describeRates, ratesOf } from "../../../model/metrics.ts";
import type { Paint } from "../../../model/paint.ts";
import type { Report } from "../../../model/report.ts";
import type { EvalCounts, ModelRun, TestCounts, TestResult, TestRun } from "../../../model/reports/test.ts";
import { countTable } from "../../drawing/count-table.ts";
import { wrap, wrapHanging } from "../../drawing/text-wrap.ts";
import { clean, cleanPath, padTo } from "../../drawing/width.ts";
import { drawUnread, nameSubject } from "../../formats/text-subject.ts";
import { joinBlocks } from "../../formats/text.ts";
import { drawExcerpt, drawTranscript, type TranscriptStyle } from "../transcript.ts";

interface TestStyle extends Pick<TranscriptStyle, "paint" | "width" | "counter"> {
  /** Show failures only. */
  readonly quiet: boolean;
  /** Show every test, and every transcript completely. */
  readonly verbose: boolean;
  /** Show one row for each skill or file instead of its tests. */
  readonly summary: boolean;
}

/** If there are more skills and files, those that passed without warnings are not listed. */
const namedSkills = 20;

/** If there are more failures, transcripts are shown only on request. */
const shownTranscripts = 10;

/** Terminal output: the failures and warnings of each skill or file with transcripts, then a summary. */
export function testText(
  { report, run }: { readonly report: Report; readonly run: TestRun },
  style: TestStyle,
): string {
  if (run.controls.length > 0) return `${drawControls(run.controls, style).join("\n")}\n`;
  const unread = drawUnread(report.unread, "", style.paint).join("\n");
  const end = wrap(drawSummary(report, run, style.paint), style.width);
  if (style.summary) return joinBlocks([testTable(run.tests, style), unread === "" ? [] : [unread], end]);
  const byPath = Array.from(groupBy(run.tests, ({ path }) => path));
  const shared =
    style.verbose || style.quiet ? { warnings: [], tests: new Set<TestResult>() } : shareWarnings(run.tests);
  const failures = run.tests.filter((test) => rankOf(test) < 2).length;
  const transcripts = style.verbose || failures <= shownTranscripts;
  const isPlain = (tests: readonly TestResult[]): boolean =>
    tests.every((test) => rankOf(test) > (style.quiet ? 2 : 3) || shared.tests.has(test));
  const hidesPlain = style.quiet || (!style.verbose && byPath.length > namedSkills);
  const blocks = joinRows(
    byPath.flatMap(([path, tests]) =>
      hidesPlain && isPlain(tests)
        ? []
        : [drawPath(path, tests, (test) => shared.tests.has(test), { ...style, transcripts })],
    ),
  );
  const hidden = transcripts
    ? []
    : [
        style.paint.dim(
          `${grouped(failures)} transcripts hidden (--verbose shows all, --filter selects tests)`,
        ),
      ];
  return `${[...blocks, ...shared.warnings.map((warning) => drawShared(warning, style)), ...(unread === "" ? [] : [unread]), [...hidden, ...end].join("\n")].join("\n\n")}\n`;
}

/** Text blocks; those of one line that follow each other are rows of one block. */
function joinRows(blocks: readonly (readonly string[])[]): readonly string[] {
  const joined: string[][] = [];
  let isRow = false;
  for (const lines of blocks) {
    if (isRow && lines.length === 1) joined.at(-1)?.push(...lines);
    else joined.push([...lines]);
    isRow = lines.length === 1;
  }
  return joined.map((lines) => lines.join("\n"));
}

/** Sort order of results: 0 not measured, 1 failed, 2 failed in the baseline, 3 passed with a warning, 4 passed. */
function rankOf({ outcome, known, warnings }: TestResult): number {
  if (outcome === "could-not-measure") return 0;
  if (outcome === "fail") return known ? 2 : 1;
  return warnings.length > 0 ? 3 : 4;
}

function drawPath(
  path: string,
  tests: readonly TestResult[],
  isSaid: (test: TestResult) => boolean,
  { transcripts, ...style }: TestStyle & { readonly transcripts: boolean },
): readonly string[] {
  const shown = tests.filter(
    (test) => (rankOf(test) < (style.quiet ? 2 : 4) || style.verbose) && !isSaid(test),
  );
  const passed = tests.filter((test) => rankOf(test) > 2).length;
  const alike = groupBy(shown, (test) => JSON.stringify([test.check, rankOf(test)]));
  const blocks = Array.from(alike.values())
    .toSorted(([a], [b]) => rankOf(a!) - rankOf(b!))
    .flatMap((group) => drawAlike(group, transcripts, style));
  const heading = `${style.paint.bold(nameSubject(path))}: ${passed === tests.length ? style.paint.good(`${grouped(passed)} passed`) : `${grouped(passed)} of ${count(tests.length, "test")} passed`}`;
  return [...wrapHanging(heading, style.width, 2), ...blocks];
}

/** Renders a check with the same outcome in several systems; messages that differ start with their systems. */
function drawAlike(group: readonly TestResult[], transcripts: boolean, style: TestStyle): readonly string[] {
  const [test] = group;
  if (!test) return [];
  const { word, tint } = wordFor(test, style.paint);
  const heading = `  ${tint(word.padEnd(4))}  ${style.paint.bold(clean(test.check, 100))}${inSystems(group)}`;
  const bySaying = Array.from(groupBy(group, (each) => JSON.stringify(sayingOf(each, style))).values());
  const lines = bySaying.flatMap((same) =>
    sayingOf(same[0]!, style).flatMap((sentence, at) =>
      wrap(
        `${bySaying.length > 1 && at === 0 ? `${series(systemsOf(same))}: ` : ""}${sentence}`,
        style.width - indent.length,
      ).map((line) => `${indent}${line}`),
    ),
  );
  return [
    ...wrapHeading(heading, style.width),
    ...lines,
    ...drawDetails(test, style),
    ...(test.orders ?? []).flatMap((rows) => drawOrder(rows, style)),
    ...drawTrace(test, transcripts, style),
  ];
}

function systemsOf(group: readonly TestResult[]): readonly string[] {
  return group.flatMap(({ system }) => system ?? []);
}

function inSystems(group: readonly TestResult[]): string {
  const systems = systemsOf(group);
  return systems.length === 0 ? "" : ` in ${series(systems)}`;
}

/** The message and the warnings. */
function sayingOf(test: TestResult, { verbose }: TestStyle): readonly string[] {
  return [
    ...(test.outcome === "pass" && test.warnings.length > 0 && !verbose
      ? []
      : [clean(test.message, longest)]),
    ...test.warnings.map((warning, at) =>
      test.outcome === "pass" && !verbose
        ? `${clean(warning, longest)}${at === 0 && test.details?.length ? " (--verbose)" : ""}`
        : `warning: ${clean(warning, longest)}`,
    ),
  ];
}

const indent = "        ";

/** Maximum length of a message in UTF-16 units. */
const longest = 1000;

function wrapHeading(heading: string, width: number): readonly string[] {
  const [first = "", ...rest] = wrap(heading.trimStart(), width - indent.length);
  return [`  ${first}`, ...rest.map((line) => `${indent}${line}`)];
}

/** Maximum number of details per file without --verbose. */
const shownDetails = 5;

function drawDetails(
  { outcome, details = [], message }: TestResult,
  { width, verbose, paint }: TestStyle,
): readonly string[] {
  // A passing test needs no fixing, so its warning shows only the number.
  if (outcome === "pass" && !verbose) return [];
  const others = details.filter((detail) => detail !== message);
  const shown = verbose ? others : others.slice(0, shownDetails);
  const lines = shown.flatMap((detail) =>
    wrap(clean(detail, longest), width - indent.length - 2).map(
      (line, at) => `${indent}${at === 0 ? "- " : "  "}${line}`,
    ),
  );
  return shown.length === others.length
    ? lines
    : [
        ...lines,
        `${indent}${paint.dim(`and ${grouped(others.length - shown.length)} more (--verbose shows them)`)}`,
      ];
}

/** Maximum width of an expected event, in columns. */
const expectedColumns = 34;

/** Two sequences side by side. */
function drawOrder(
  rows: NonNullable<TestResult["orders"]>[number],
  { paint, width }: TestStyle,
): readonly string[] {
  const left = rows.map(([expected]) => clean(expected, expectedColumns));
  const columns = Math.max("expected".length, ...left.map(widthOf));
  const room = Math.max(20, width - indent.length - columns - 4);
  const line = (expected: string, happened: string): string =>
    `${indent}  ${padTo(expected, columns)}  ${happened}`.trimEnd();
  return [
    paint.dim(line("expected", "happened")),
    ...rows.map(([, happened], at) => line(left[at] ?? "", happened === "" ? "–" : clean(happened, room))),
  ];
}

function drawTrace(test: TestResult, transcripts: boolean, style: TestStyle): readonly string[] {
  const { trace = [] } = test;
  if (!transcripts || trace.length === 0 || (rankOf(test) > 1 && !style.verbose)) return [];
  const inside = { ...style, indent };
  return [
    `${indent}${style.paint.dim(`transcript${test.system === undefined ? "" : ` in ${test.system}`}:`)}`,
    ...(style.verbose ? drawTranscript(trace, inside) : drawExcerpt(trace, inside, test.events)),
  ];
}

function wordFor(
  test: TestResult,
  { good, dim, severity }: Paint,
): { readonly word: string; readonly tint: (text: string) => string } {
  const words = [
    { word: "none", tint: severity.error },
    { word: "FAIL", tint: severity.error },
    { word: "fail", tint: dim },
    { word: "warn", tint: severity.warning },
    { word: "pass", tint: good },
  ];
  return words[rankOf(test)] ?? { word: "pass", tint: good };
}

function drawSummary(
  { summary: { checked, seconds } }: Report,
  { systems, tests, counts, evals, model }: TestRun,
  paint: Paint,
): string {
  const files = new Set(tests.filter(({ kind }) => kind !== "smoke").map(({ path }) => path)).size;
  const what = [
    ...(checked > 0 ? [count(checked, "skill")] : []),
    ...(files > 0 ? [count(files, "file")] : []),
  ];
  const played = checked > 0 || tests.some(({ system }) => system !== undefined);
  const where = systems.length === 1 ? ` in ${systems[0]}` : ` in ${systems.length} systems`;
  return `${paint.bold(`${series(what)} tested`)}${played ? where : ""}: ${describeCounts(counts, paint)}${evals ? `; ${describeEvals(evals)}` : ""}${model ? `; ${describeModel(model, tests)}` : ""}; ${seconds.toFixed(2)} s`;
}

function describeCounts(
  { passed, failed, couldNotMeasure, warned, known }: TestCounts,
  { good, severity }: Paint,
): string {
  return [
    ...(couldNotMeasure > 0 ? [severity.error(`${grouped(couldNotMeasure)} could not be measured`)] : []),
    ...(failed > 0 ? [severity.error(`${grouped(failed)} failed`)] : []),
    ...(known > 0 ? [`${grouped(known)} failures in the baseline`] : []),
    `${(failed + couldNotMeasure === 0 ? good : (text: string) => text)(`${grouped(passed)} passed`)}${warned > 0 ? ` (${severity.warning(`${grouped(warned)} with warnings`)})` : ""}`,
  ].join(", ");
}

/** The sessions of the user's model, how often they met all expectations, and how well it chose skills. */
function describeModel({ kind, sessions }: ModelRun, tests: readonly TestResult[]): string {
  const skills = tests.flatMap(({ model }) => model?.selection?.bySkill ?? []);
  const sum = (key: "meantAndChosen" | "chosen" | "meant"): number =>
    skills.reduce((total, each) => total + each[key], 0);
  const overall = ratesOf(sum("meantAndChosen"), sum("chosen"), sum("meant"));
  const rates = skills.length > 0 ? `, ${describeRates(overall)}` : "";
  const passed = tests.reduce((sum, { model }) => sum + (model?.passed ?? 0), 0);
  return `${grouped(passed)} of ${count(sessions, kind === "replay" ? "replayed session" : "model session")} passed${rates}`;
}

/** Counts instead of a rate, as no model has chosen anything. */
function describeEvals({ decided, undecided, separated, separable }: EvalCounts): string {
  const words =
    separable === 0
      ? ""
      : `; keywords alone separate ${grouped(separated)} of ${count(separable, "prompt")} as expected`;
  return `${grouped(decided)} of ${count(decided + undecided, "expectation")} in evals decided${words}`;
}

function drawControls(controls: readonly string[], { paint, width }: TestStyle): readonly string[] {
  const sentences = controls.flatMap((sentence) =>
    wrap(clean(sentence), width - 2).map((line) => `  ${line}`),
  );
  return [paint.severity.error("Nothing was measured: the self-test of the checks failed."), ...sentences];
}

/** Maximum number of checks named in a row. */
const shownChecks = 2;

interface TableStyle {
  readonly paint: Paint;
  readonly width: number;
  /** Show only rows with failures. */
  readonly quiet: boolean;
}

/** For --summary: one row for each skill or file, with its tests counted and what failed; the worst first. */
function testTable(tests: readonly TestResult[], style: TableStyle): readonly string[] {
  const { severity, good } = style.paint;
  const rows = Array.from(
    groupBy(tests, ({ path }) => path),
    ([path, group]) => {
      const numberOf = (holds: (test: TestResult) => boolean): number => group.filter(holds).length;
      const counts = [
        numberOf(({ outcome }) => outcome === "could-not-measure"),
        numberOf(isNewFailure),
        numberOf(({ warnings }) => warnings.length > 0),
        numberOf(({ outcome }) => outcome === "pass"),
      ] as const;
      return { name: nameSubject(path), counts, verdict: describeVerdict(group, style.paint) };
    },
  );
  const shown = rows
    .filter(({ counts: [unmeasured, failed] }) => !style.quiet || unmeasured + failed > 0)
    .toSorted(({ counts: a }, { counts: b }) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]);
  return countTable(
    [
      { title: "not measured", tint: severity.error },
      { title: "failed", tint: severity.error },
      { title: "warnings", tint: severity.warning },
      { title: "passed", tint: good },
    ],
    shown,
    style,
  );
}

/** A failure that counts, as it is not in the baseline. */
function isNewFailure({ outcome, known }: TestResult): boolean {
  return outcome === "fail" && known !== true;
}

/** The checks that failed, in whichever agents. */
function describeVerdict(tests: readonly TestResult[], { good, severity }: Paint): string {
  const checksOf = (group: readonly TestResult[]): string =>
    seriesAtMost(Array.from(new Set(group.map(({ check }) => clean(check, 60)))), shownChecks);
  const unmeasured = tests.filter(({ outcome }) => outcome === "could-not-measure");
  const failed = tests.filter(isNewFailure);
  const known = tests.filter((test) => test.known);
  const parts = [
    ...(unmeasured.length > 0 ? [severity.error(`could not measure ${checksOf(unmeasured)}`)] : []),
    ...(failed.length > 0 ? [severity.error(`fails ${checksOf(failed)}`)] : []),
    ...(known.length > 0 ? [`in the baseline: ${checksOf(known)}`] : []),
  ];
  return parts.length > 0 ? parts.join("; ") : good("ok");
}

/** Minimum number of skills or files with the same warning for which it is shown once. */
const sharedFrom = 3;

/** Maximum number of paths to list. */
const named = 3;

/** A warning that is the same for several skills or files, in the same systems. */
interface SharedWarning {
  readonly check: string;
  readonly warnings: readonly string[];
  readonly systems: readonly string[];
  readonly paths: readonly string[];
}

interface SharedWarnings {
  readonly warnings: readonly SharedWarning[];
  /** The results whose warnings are shown together. */
  readonly tests: ReadonlySet<TestResult>;
}

/** The warnings that several skills or files with passed tests have in common. */
function shareWarnings(tests: readonly TestResult[]): SharedWarnings {
  const warned = tests.filter(({ outcome, warnings }) => outcome === "pass" && warnings.length > 0);
  const alike = Array.from(
    groupBy(warned, ({ check, system, warnings }) => JSON.stringify([check, system, warnings])).values(),
  ).filter((group) => pathsOf(group).length >= sharedFrom);
  const bySystems = groupBy(alike, (group) =>
    JSON.stringify([group[0]?.check, group[0]?.warnings, pathsOf(group)]),
  );
  const warnings = Array.from(bySystems.values(), (groups): SharedWarning => {
    const { check, warnings: said } = groups[0]![0]!;
    return {
      check,
      warnings: said,
      systems: groups.flatMap(([first]) => first?.system ?? []),
      paths: pathsOf(groups[0]!),
    };
  });
  return { warnings, tests: new Set(alike.flat()) };
}

function pathsOf(group: readonly TestResult[]): readonly string[] {
  return Array.from(new Set(group.map(({ path }) => path)));
}

/** Renders a shared warning like a single one, after the number of skills and files. */
function drawShared(
  { check, warnings, systems, paths }: SharedWarning,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string {
  const heading = `${paint.bold(count(paths.length, "time"))}: ${paint.severity.warning("warn")}  ${paint.bold(clean(check, 100))}${systems.length === 0 ? "" : ` in ${series(systems)}`}`;
  const where = `${seriesAtMost(paths.map(cleanPath), named)}${paths.length > named + 1 ? " (--verbose)" : ""}`;
  return [
    ...wrapHanging(heading, width, 8),
    ...[...warnings.map((warning) => clean(warning, 1000)), where].flatMap((sentence) =>
      wrap(sentence, width - 8).map((line) => `        ${line}`),
    ),
  ].join("\n");
}
