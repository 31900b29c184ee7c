import { groupBy } from "../../core/group-by.ts";
import { count, grouped, series } from "../../core/sentence.ts";
import type { ClientLoad } from "../../model/client-load.ts";
import { isChecked, isCounted, type Subject } from "../../model/report.ts";
import { type Severity, severities } from "../../model/rule.ts";
import type { SkillCheck } from "../../model/reports/check.ts";
import { inFigures } from "../../model/token-counter.ts";
import { plainPaint } from "../../model/paint.ts";
import { quote } from "../../core/show.ts";
import { describeListed, describeLoad, namesOf } from "../commands/load-words.ts";
import { describeVerdicts, nameSubject } from "../formats/text-subject.ts";
import { type Answer, answerOf, answerWords, isTarget, lossOf, type Row } from "./answers.ts";
import { cutsOf } from "./descriptions.ts";
import type { Section } from "./document.ts";
import { drawFindings, type FindingStyle } from "./finding.ts";
import { type Content, cut, html } from "./markup.ts";
import { drawTable } from "./table.ts";

/** Up to as many skills are open; of more, each is to be opened. */
const mostOpen = 3;

const badges: readonly (readonly [severity: Severity, noun: string, color: string])[] = [
  ["error", "error", "bad"],
  ["warning", "warning", "odd"],
  ["info", "note", "note"],
];

/** Everything about each skill, the worst first. */
export function skillsSection(rows: readonly Row[], style: FindingStyle): Section | undefined {
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
    pieces: sorted.map(({ row, counts }) => drawCard(row, counts, { style, isOpen })),
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
  { style, isOpen }: { readonly style: FindingStyle; readonly isOpen: boolean },
): Content {
  const amounts = badges.flatMap(([, noun, color], at) =>
    counts[at] ? [html`<span class="badge ${color}">${count(counts[at], noun)}</span>`] : [],
  );
  const losses = lossesOf(answers);
  const isClean = amounts.length + losses.length === 0;
  return html`<details class="card" data-skill="${subject.path}"${isOpen ? html` open` : undefined}>
    <summary><h3>${isChecked(subject) ? undefined : `${subject.kind} `}<bdi>${nameSubject(subject.path)}</bdi></h3>${amounts}${losses}${isClean ? html`<span class="badge quiet">nothing to report</span>` : undefined}</summary>
    <div id="s${number}">${drawFindings(subject, style)}${drawVerdicts(subject, loads)}${drawLoads(loads, nameSubject(subject.path))}${drawDescription(loads)}${drawFacts(checked)}</div>
  </details>`;
}

/** How many clients do not load the skill, and how many load it differently; its verdicts say what targets refuse. */
function lossesOf(answers: Row["answers"]): readonly Content[] {
  return (["not-loaded", "differs"] as const).flatMap((lost) => {
    const number = Array.from(answers).filter(([key, answer]) => answer === lost && !isTarget(key)).length;
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

/**
 * What clients make of the skill and why; those with the same answer and reason share a row. Those that load it as
 * written and say nothing are only counted, as the matrix names them.
 */
function drawLoads(loads: readonly ClientLoad[], name: string): Content {
  if (loads.length === 0) return undefined;
  const known = loads.map((load) => ({ load, answer: answerOf(load), why: describeWhy(load) }));
  const alike = groupBy(known, ({ answer, why }) => JSON.stringify([answer, why]));
  const order = Object.keys(answerWords);
  const groups = Array.from(alike.values()).toSorted(
    ([a], [b]) => order.indexOf(a!.answer) - order.indexOf(b!.answer),
  );
  const [asWritten, explained] = [true, false].map((wanted) =>
    groups.filter(([first]) => (first!.answer === "as-written" && first!.why === "") === wanted),
  ) as [typeof groups, typeof groups];
  const rows = explained.map((group) => {
    const { answer, why } = group[0]!;
    const same = group.map(({ load }) => load);
    const isPlain = answer === "as-written" || answer === "unknown";
    return html`<tr><th scope="row">${namesOf(same, loads, !isPlain)}</th><td><b class="${colors[answer]}">${answerWords[answer].title}</b>${why && `: ${cut(why)}`}</td></tr>
      `;
  });
  const number = asWritten[0]?.length ?? 0;
  const others = rows.length > 0 ? " others" : "";
  return html`<h4>Agent clients</h4>${rows.length === 0 ? undefined : drawTable(`Clients of ${name}`, rows, { heads: ["Client", "Result"] })}${number === 0 ? undefined : html`<p class="good">Loads as written in ${grouped(number)}${others}.</p>`}`;
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
    // What a list shows of a description as written is with the description.
    outcome === "as-written" ? "" : describeListed(load),
    help ?? "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}

/** The description, and where lists of clients end it. */
function drawDescription(loads: readonly ClientLoad[]): Content {
  const whole = loads.filter(({ outcome, description }) => outcome === "as-written" && description !== null);
  const description = whole[0]?.description;
  if (!description) return undefined;
  const ends = cutsOf(whole);
  const shown = ends[0]?.description === description ? ends[0].shown : description.length;
  const lost = cut(description.slice(shown));
  const sentences = ends.map(
    (each) => `The list of ${series(each.titles)} shows the first ${count(each.shown, "character")}.`,
  );
  return html`<h4>Description</h4><p><bdi>${cut(description.slice(0, shown))}${lost && html`<span class="lost">${lost}</span>`}</bdi> <small>${[`${count(Array.from(description).length, "character")}.`, ...sentences].join(" ")}</small></p>`;
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
