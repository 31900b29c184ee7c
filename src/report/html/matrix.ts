import { count, grouped } from "../../core/sentence.ts";
import type { RecordedClient } from "../../model/reports/compat.ts";
import { nameSubject } from "../formats/text-subject.ts";
import { type Answer, type Answers, answerWords, type Column, lossOf, type Row } from "./answers.ts";
import type { Section } from "./document.ts";
import { type Content, html } from "./markup.ts";

/** With more columns, their heads are vertical. */
const mostHeads = 10;

/** With more skills that load as written everywhere, these are folded. */
const mostAlike = 20;

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
  { columns, rows }: Answers,
  records: readonly RecordedClient[],
): Section | undefined {
  if (columns.length === 0 || rows.length === 0) return undefined;
  return {
    id: "clients",
    title: "What programs make of the skills",
    pieces: draw({ columns, rows }, records),
  };
}

function* draw({ columns, rows }: Answers, records: readonly RecordedClient[]): Generator<Content> {
  const sorted = rows.toSorted((a, b) => lossOf(b) - lossOf(a));
  const lost = sorted.filter((row) => lossOf(row) > 0);
  const fine = sorted.slice(lost.length);
  yield html`<p>${describe(lost, rows)} <span class="quiet">yes: loads as written; differs: loads differently; no: does not load; hidden: not listed, as a field asks; ?: not known. A link leads to the reason.</span></p>`;
  if (fine.length <= mostAlike) {
    yield* drawTable(sorted, columns, "Skills and programs");
  } else {
    if (lost.length > 0) yield* drawTable(lost, columns, "Skills that do not load as written everywhere");
    yield html`<details><summary>${count(fine.length, "skill")} that every program loads as written or hides as asked, as far as known</summary>`;
    yield* drawTable(fine, columns, "Skills that load everywhere");
    yield html`</details>`;
  }
  yield* drawRecords(records, rows);
}

function describe(lost: readonly Row[], rows: readonly Row[]): string {
  if (lost.length === 0) return "No program is known to change or refuse a skill.";
  return `${count(lost.length, "skill")} of ${grouped(rows.length)} ${lost.length === 1 ? "does" : "do"} not load as written everywhere.`;
}

function* drawTable(rows: readonly Row[], columns: readonly Column[], name: string): Generator<Content> {
  yield html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">
    <table class="matrix${columns.length > mostHeads ? " many" : ""}">
    <thead><tr><th scope="col">Skill</th>${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}</tr></thead>
    <tbody>
    <tr class="sum"><th scope="row">as written</th>${columns.map(({ key }) => html`<td>${countAsWritten(rows, key)}</td>`)}</tr>`;
  for (const row of rows) yield drawRow(row, columns);
  yield html`</tbody></table></div>`;
}

function countAsWritten(rows: readonly Row[], key: string): string {
  const known = rows.filter(({ answers }) => (answers.get(key) ?? "unknown") !== "unknown");
  const number = known.filter(({ answers }) => answers.get(key) === "as-written").length;
  return known.length === 0 ? "" : `${grouped(number)}/${grouped(known.length)}`;
}

function drawRow({ subject, number, answers }: Row, columns: readonly Column[]): Content {
  return html`<tr data-skill="${subject.path}"><th scope="row"><a href="#s${number}">${nameSubject(subject.path)}</a></th>${columns.map(({ key }) => drawCell(answers.get(key), number))}</tr>`;
}

function drawCell(answer: Answer | undefined, number: number): Content {
  if (answer === undefined) return html`<td></td>`;
  const word = answerWords[answer].cell;
  return html`<td class="${classes[answer]}">${answer === "not-loaded" || answer === "differs" ? html`<a href="#s${number}">${word}</a>` : word}</td>`;
}

/** How and when it was found out what the clients of the matrix do. */
function* drawRecords(records: readonly RecordedClient[], rows: readonly Row[]): Generator<Content> {
  const asked = new Set(rows.flatMap(({ loads }) => loads.map((load) => nameOf(load))));
  const shown = records.filter((record) => asked.has(nameOf(record)));
  if (shown.length === 0) return;
  yield html`<details><summary>How this is known</summary>
    <p class="quiet">live: the released client was run and its answer recorded; executed: its loader was run on the cases; read: its source was read; documented: its documentation was read.</p>
    <div class="scroll" role="region" aria-label="Evidence" tabindex="0"><table>
    <thead><tr><th scope="col">Client</th><th scope="col">Version</th><th scope="col">Holds for</th><th scope="col">Evidence</th><th scope="col">Checked</th></tr></thead>
    <tbody>${shown.map(drawRecord)}</tbody></table></div></details>`;
}

function drawRecord({ title, variant, version, versions, evidence, checked, old }: RecordedClient): Content {
  return html`<tr><th scope="row">${title}${variant === undefined ? "" : ` ${variant}`}</th><td>${version}</td><td>${versions === "*" ? "this version" : versions}</td><td>${evidence}</td><td>${checked}${old ? " (old)" : ""}</td></tr>
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
