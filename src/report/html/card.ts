import { groupBy } from "../../core/group-by.ts";
import { count, grouped, series } from "../../core/sentence.ts";
import type { ClientLoad } from "../../model/client-load.ts";
import type { RecordedClient } from "../../model/reports/compat.ts";
import { isCounted, type Subject } from "../../model/report.ts";
import { type Severity, severities } from "../../model/rule.ts";
import type { SkillCheck } from "../../model/reports/check.ts";
import { inFigures } from "../../model/token-counter.ts";
import { plainPaint } from "../../model/paint.ts";
import { quote } from "../../core/show.ts";
import { describeListed, describeLoad, namesOf } from "../commands/load-words.ts";
import { describeVerdicts, nameSubject } from "../formats/text-subject.ts";
import { type Answer, answerOf, answerWords, lossOf, type Row } from "./answers.ts";
import { cutsOf } from "./descriptions.ts";
import type { Section } from "./document.ts";
import { drawFindings, type FindingStyle } from "./finding.ts";
import { type Content, cut, html } from "./markup.ts";

/** Up to as many skills are open; of more, each is to be opened. */
const mostOpen = 3;

const badges: readonly (readonly [severity: Severity, noun: string, color: string])[] = [
  ["error", "error", "bad"],
  ["warning", "warning", "odd"],
  ["info", "note", "note"],
];

/** Everything about each skill, the worst first. */
export function skillsSection(
  rows: readonly Row[],
  style: FindingStyle,
  records: readonly RecordedClient[],
): Section | undefined {
  if (rows.length === 0) return undefined;
  const ranked = rows.map((row) => ({ row, counts: countsOf(row.subject) }));
  const sorted = ranked.toSorted(
    (a, b) =>
      a.counts.reduce((rank, number, at) => rank || b.counts[at]! - number, 0) ||
      lossOf(b.row) - lossOf(a.row),
  );
  const isOpen = rows.length <= mostOpen;
  return {
    id: "skills",
    title: "Skills",
    pieces: sorted.map(({ row, counts }) => drawCard(row, counts, { style, records, isOpen })),
  };
}

function countsOf({ findings }: Subject): readonly number[] {
  return severities.map(
    (severity) => findings.filter((each) => isCounted(each) && each.severity === severity).length,
  );
}

function drawCard(
  { subject, number, loads, checked, answers }: Row,
  counts: readonly number[],
  {
    style,
    records,
    isOpen,
  }: {
    readonly style: FindingStyle;
    readonly records: readonly RecordedClient[];
    readonly isOpen: boolean;
  },
): Content {
  const amounts = badges.flatMap(([, noun, color], at) =>
    counts[at] ? [html`<span class="badge ${color}">${count(counts[at], noun)}</span>`] : [],
  );
  const losses = lossesOf(answers);
  const isClean = amounts.length + losses.length === 0;
  return html`<details class="card" data-skill="${subject.path}"${isOpen ? html` open` : undefined}>
    <summary><h3><bdi>${nameSubject(subject.path)}</bdi></h3>${amounts}${losses}${isClean ? html`<span class="badge quiet">nothing to report</span>` : undefined}</summary>
    <div id="s${number}">${drawFindings(subject, style)}${drawVerdicts(subject, loads)}${drawLoads(loads, nameSubject(subject.path), records)}${drawDescription(loads)}${drawFacts(checked)}</div>
  </details>`;
}

/** How many programs do not load the skill, and how many load it differently. */
function lossesOf(answers: Row["answers"]): readonly Content[] {
  return (["not-loaded", "differs"] as const).flatMap((lost) => {
    const number = Array.from(answers.values()).filter((answer) => answer === lost).length;
    const text = `${answerWords[lost].title} in ${grouped(number)}`;
    return number === 0 ? [] : [html`<span class="badge ${colors[lost]}">${text}</span>`];
  });
}

/** The verdicts of the programs; of clients, only without the details that a table has. */
function drawVerdicts(subject: Subject, loads: readonly ClientLoad[]): Content {
  const { loads: _, ...others } = subject;
  const verdicts = describeVerdicts(loads.length > 0 ? others : subject, [], plainPaint);
  return verdicts === "" ? undefined : html`<p>${verdicts}</p>`;
}

/** What clients make of the skill and why; those with the same answer and reason share a row. */
function drawLoads(loads: readonly ClientLoad[], name: string, records: readonly RecordedClient[]): Content {
  if (loads.length === 0) return undefined;
  const known = loads.map((load) => ({ load, answer: answerOf(load), why: describeWhy(load) }));
  const alike = groupBy(known, ({ answer, why }) => JSON.stringify([answer, why]));
  const order = Object.keys(answerWords);
  const groups = Array.from(alike.values()).toSorted(
    ([a], [b]) => order.indexOf(a!.answer) - order.indexOf(b!.answer),
  );
  return html`<h4>Agent clients</h4><div class="scroll" role="region" aria-label="Clients of ${name}" tabindex="0"><table>
    <thead><tr><th scope="col">Client</th><th scope="col">Result</th><th scope="col">Why</th><th scope="col">Evidence</th></tr></thead>
    <tbody>${groups.map((group) => {
      const { answer, why } = group[0]!;
      const same = group.map(({ load }) => load);
      const isPlain = answer === "as-written" || answer === "unknown";
      return html`<tr><th scope="row">${namesOf(same, loads, !isPlain)}</th><td class="set ${colors[answer]}">${answerWords[answer].title}</td><td class="why">${cut(why)}</td><td>${describeEvidence(same, records)}</td></tr>
      `;
    })}</tbody></table></div>`;
}

const colors: Readonly<Record<Answer, string>> = {
  "not-loaded": "bad",
  differs: "odd",
  "as-written": "good",
  hidden: "quiet",
  unknown: "quiet",
};

function describeWhy(load: ClientLoad): string {
  const { outcome, silent, said, help } = load;
  const isLost = outcome === "not-loaded" || outcome === "differs";
  return [
    describeLoad(load),
    said === undefined ? "" : `it says ${quote(said)}`,
    isLost && silent ? "no message" : "",
    describeListed(load),
    help ?? "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}

/** "live, 2026-11-20"; of several clients, each different one once. */
function describeEvidence(loads: readonly ClientLoad[], records: readonly RecordedClient[]): string {
  const words = loads.map((load) => {
    const record = records.find(
      ({ client, variant, version }) =>
        client === load.client && variant === load.variant && version === load.version,
    );
    return `${load.evidence}${record ? `, ${record.checked}` : ""}`;
  });
  return Array.from(new Set(words)).join("; ");
}

/** The description, and where lists of clients end it. */
function drawDescription(loads: readonly ClientLoad[]): Content {
  const whole = loads.find(({ outcome, description }) => outcome === "as-written" && description !== null);
  const description = whole?.description;
  if (!description) return undefined;
  const ends = cutsOf(loads).filter((each) => each.description === description);
  return html`<h4>Description</h4><p><bdi>${cut(description)}</bdi> <small>${count(Array.from(description).length, "character")}</small></p>${ends.map(
    ({ shown, titles }) =>
      html`<p class="quiet">In the list of ${series(titles)}, what is underlined is missing:</p><p><bdi>${cut(description.slice(0, shown))}<span class="lost">${cut(description.slice(shown))}</span></bdi></p>`,
  )}`;
}

function drawFacts(checked: SkillCheck | undefined): Content {
  const { tokens, pack, smoke } = checked ?? {};
  const facts: string[] = [];
  if (tokens) {
    const { counter, entry, body, files, named } = tokens;
    facts.push(
      `Tokens: ${inFigures(entry, counter)} always in context, ${inFigures(body, counter)} in the body${named > 0 ? `, ${inFigures(files, counter)} in ${count(named, "referenced file")}` : ""}.`,
    );
  }
  if (pack)
    facts.push(
      `Packed: ${count(pack.bytes, "byte")} (.${pack.extension}), ${count(pack.files, "file")}, ${grouped(pack.leftOut)} left out; ${pack.contentDigest}`,
    );
  if (smoke)
    facts.push(
      `Smoke tests: ${grouped(smoke.passed)} passed, ${grouped(smoke.failed)} failed, ${grouped(smoke.couldNotMeasure)} could not be measured.`,
    );
  return facts.map((fact) => html`<p>${fact}</p>`);
}
