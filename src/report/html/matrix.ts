import { groupBy } from "../../core/group-by.ts";
import { count, grouped, series, seriesAtMost } from "../../core/sentence.ts";
import { isChecked } from "../../model/report.ts";
import type { RecordedClient } from "../../model/reports/compat.ts";
import {
  type Answer,
  type Answers,
  answerWords,
  type Column,
  isTarget,
  lossOf,
  type Row,
} from "./answers.ts";
import type { Section } from "./document.ts";
import { cutsOf } from "./descriptions.ts";
import { linkSkills } from "./link-skills.ts";
import { type Content, cut, html } from "./markup.ts";
import { drawTable } from "./table.ts";

/** With more columns, their heads are vertical. */
const mostHeads = 10;

/** With up to as many columns, their heads are horizontal in a narrow window, too. */
const fewHeads = 2;

/** The classes of the cells. */
const classes: Readonly<Record<Answer, string>> = {
  "not-loaded": "n",
  differs: "d",
  "as-written": "y",
  hidden: "h",
  unknown: "u",
};

/** Skills by programs, those that load badly first; undefined if no program was asked. */
export function matrixSection(
  { columns, rows: all, unrecorded }: Answers,
  records: readonly RecordedClient[],
): Section | undefined {
  // Of plugins, cards have what is found.
  const rows = all.filter(({ subject }) => isChecked(subject));
  if (columns.length + unrecorded.length === 0 || rows.length === 0) return undefined;
  return {
    id: "clients",
    title: "What programs make of the skills",
    pieces: draw({ columns, rows, unrecorded }, records),
  };
}

function* draw(
  { columns, rows, unrecorded }: Answers,
  records: readonly RecordedClient[],
): Generator<Content> {
  if (columns.length > 0) {
    yield html`<p>${describe(rows, columns)}</p>`;
    yield drawCuts(rows);
    yield drawAnswers(rows, columns);
    yield html`<p class="quiet">yes: loads as written; differs: loads differently; no: does not load, or refuses it; ${hiddenKey(rows)}; ?: not known. Skills with the same answers share a row; a name leads to the reasons.</p>`;
  }
  for (const { reason, titles } of unrecorded)
    yield html`<p class="quiet">Not known of any skill (${cut(reason)}): ${series(titles)}.</p>`;
  yield* drawRecords(records, rows);
}

/** Only the programs of the page are known: skills compat may ask more of them than skills check. */
function describe(rows: readonly Row[], columns: readonly Column[]): string {
  const lost = rows.filter((row) => lossOf(row) > 0).length;
  const asked = columns.length === 1 ? "the program below" : `the ${grouped(columns.length)} programs below`;
  if (lost === 0) return `Not one skill is changed or refused by ${asked}.`;
  return `${grouped(lost)} of ${count(rows.length, "skill")} ${lost === 1 ? "is" : "are"} changed or refused by ${columns.length === 1 ? asked : `at least one of ${asked}`}.`;
}

/** A skill that loads as written may still be cut in a list. */
function drawCuts(rows: readonly Row[]): Content {
  const found = rows.map(({ loads }) => cutsOf(loads)).filter((cuts) => cuts.length > 0);
  if (found.length === 0) return undefined;
  const titles = new Set(found.flat().flatMap((each) => each.titles));
  return html`<p><a href="#descriptions">The description of ${count(found.length, "skill")} is cut</a> in the list of ${seriesAtMost(Array.from(titles), 3)}.</p>`;
}

/** Only with details of the loads is it known which skills a client hides. */
function hiddenKey(rows: readonly Row[]): string {
  return rows.some(({ loads }) => loads.length > 0)
    ? "hidden: not listed, as a field asks"
    : "a skill that a field hides counts as loaded, and skillwright check shows which";
}

/**
 * Skills with the same answers share a row, and clients with the same answers a column; a rule book, such as the
 * specification, is no client and shares none with them.
 */
function drawAnswers(rows: readonly Row[], columns: readonly Column[]): Content {
  const sorted = rows.toSorted((a, b) => lossOf(b) - lossOf(a));
  const groups = Array.from(
    groupBy(sorted, ({ answers }) => columns.map(({ key }) => answers.get(key) ?? "").join()).values(),
  );
  const alike = Array.from(
    groupBy(columns, ({ key }) =>
      [isTarget(key), ...groups.map(([first]) => first!.answers.get(key) ?? "")].join(),
    ).values(),
    (same) => ({ ...same[0]!, title: headOf(same), titles: same.map(({ title }) => title) }),
  ).toSorted((a, b) => lossIn(groups, b.key) - lossIn(groups, a.key));
  const sum = html`<tr class="sum"><th scope="row">skills loaded as written</th>${alike.map(({ key }) => html`<td>${countAsWritten(rows, key)}</td>`)}</tr>`;
  const table = drawTable("Skills and programs", [sum, groups.map((same) => drawRow(same, alike))], {
    heads: ["Skill", ...alike.map(({ title }) => title)],
    kind: alike.length > mostHeads ? "matrix many" : alike.length > fewHeads ? "matrix" : "matrix few",
  });
  return [
    table,
    alike.map(({ title, titles }) =>
      title === series(titles)
        ? undefined
        : html`<p class="quiet" data-columns="${titles.length}"><b>${title}</b>: ${series(titles)}</p>`,
    ),
  ];
}

/** Higher for a program that does not load more skills: the first columns are those that a small screen shows. */
function lossIn(groups: readonly (readonly Row[])[], key: string): number {
  const number = (wanted: Answer): number =>
    groups.reduce((sum, same) => sum + (same[0]!.answers.get(key) === wanted ? same.length : 0), 0);
  return number("not-loaded") * 1_000_000 + number("differs");
}

/** Maximum length of a head, which may be vertical. */
const longestHead = 30;

/** "Claude Code and 30 more"; two by their names, unless these are long. */
function headOf(same: readonly Column[]): string {
  const titles = same.map(({ title }) => title);
  const all = series(titles);
  return same.length <= 2 && all.length <= longestHead ? all : seriesAtMost(titles, 1);
}

/** The number of skills, and of how many, if it is not known of all. */
function countAsWritten(rows: readonly Row[], key: string): string {
  const known = rows.filter(({ answers }) => (answers.get(key) ?? "unknown") !== "unknown");
  const number = grouped(known.filter(({ answers }) => answers.get(key) === "as-written").length);
  return known.length === 0
    ? ""
    : known.length === rows.length
      ? number
      : `${number}/${grouped(known.length)}`;
}

/** Skills with the same answers. */
function drawRow(same: readonly Row[], columns: readonly Column[]): Content {
  const { answers } = same[0]!;
  return html`<tr><th scope="row">${linkSkills(same)}</th>${columns.map(({ key }) => drawCell(answers.get(key)))}</tr>
  `;
}

function drawCell(answer: Answer | undefined): Content {
  return answer === undefined
    ? html`<td></td>`
    : html`<td class="${classes[answer]}">${answerWords[answer].cell}</td>`;
}

/** How and when it was found out what the clients of the matrix do. */
function* drawRecords(records: readonly RecordedClient[], rows: readonly Row[]): Generator<Content> {
  const asked = new Set(rows.flatMap(({ loads }) => loads.map((load) => nameOf(load))));
  const shown = records.filter((record) => asked.has(nameOf(record)));
  if (shown.length === 0) return;
  yield html`<details><summary id="evidence">How this is known</summary>
    <p class="quiet">live: the released client was run and its answer recorded; executed: its loader was run on the cases; read: its source was read; documented: its documentation was read.</p>
    ${drawTable("Evidence", shown.map(drawRecord), { heads: ["Client", "Holds for", "Evidence"] })}</details>`;
}

function drawRecord({ title, variant, version, versions, evidence, checked, old }: RecordedClient): Content {
  return html`<tr><th scope="row">${title}${variant === undefined ? "" : ` ${variant}`} ${version}</th><td>${versions === "*" ? "this version" : versions}</td><td>${evidence}, ${checked}${old ? " (old)" : ""}</td></tr>
  `;
}

function nameOf({
  client,
  variant,
  version,
}: {
  readonly client: string;
  readonly variant?: string | undefined;
  readonly version: string;
}): string {
  return JSON.stringify([client, variant, version]);
}
