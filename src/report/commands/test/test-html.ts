import { count, grouped } from "../../../core/sentence.ts";
import type { Report } from "../../../model/report.ts";
import type { TestResult, TestRun } from "../../../model/reports/test.ts";
import { smokeChecks } from "../../../model/smoke.ts";
import { type TraceEvent, traceKinds } from "../../../model/trace.ts";
import { drawDocument, drawOutcome, type Section } from "../../html/document.ts";
import { type Content, cut, html } from "../../html/markup.ts";
import { drawTable } from "../../html/table.ts";
import { describeEvent } from "../transcript.ts";

/** Up to as many sessions are open; of more, each is to be opened. */
const mostOpen = 3;

const outcomes = {
  fail: ["failed", "bad"],
  "could-not-measure": ["could not be measured", "odd"],
  pass: ["passed", "good"],
} as const satisfies Record<TestResult["outcome"], readonly [title: string, color: string]>;

/** A page with the tests that failed, each with its session event by event; `counter` counted the tokens. */
export function testHtml(report: Report, run: TestRun, counter: string): string {
  const page = {
    title: `skillwright ${report.command}`,
    intro: [drawOutcome(report), drawTestCounts(run)],
    sections: testSections(run, counter),
  };
  return Array.from(drawDocument(page, report)).join("");
}

const warned = ["passed with warnings", "odd"] as const;

/** The numbers of the tests, or why nothing was measured. */
function drawTestCounts({ counts, controls }: TestRun): Content {
  const { passed, failed, couldNotMeasure, warned, known } = counts;
  const tiles = [
    ["failed", failed, "failed", "bad"],
    ["couldNotMeasure", couldNotMeasure, "not measured", "odd"],
    ["passed", passed, "passed", "good"],
    ["warned", warned, "of these with warnings", "odd"],
    ["known", known, "failed, in the baseline", ""],
  ] as const;
  return [
    html`<ul class="tiles">${tiles.map(([key, amount, noun, tint]) => html`<li data-count="${key}"><b class="${amount > 0 ? tint : ""}">${grouped(amount)}</b> ${noun}</li>`)}</ul>`,
    controls.map((sentence) => html`<p class="bad">${cut(sentence)}</p>`),
  ];
}

/** The tests that say something, each with its session, and the others. */
function testSections({ tests }: TestRun, counter: string): readonly Section[] {
  const order = Object.keys(outcomes);
  const shown = tests
    .filter(({ outcome, warnings }) => outcome !== "pass" || warnings.length > 0)
    .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  const passed = tests.filter((test) => !shown.includes(test));
  const isOpen = shown.length <= mostOpen;
  const hasFailed = shown.some(({ outcome }) => outcome !== "pass");
  const list = html`<ul>${passed.map(
    (test) => html`<li data-test="pass"><bdi>${cut(test.name)}</bdi></li>
  `,
  )}</ul>`;
  return [
    ...(shown.length > 0
      ? [
          {
            id: "tests",
            title: hasFailed ? "Failures and warnings" : "Warnings",
            pieces: shown.map((test) => drawTest(test, counter, isOpen)),
          },
        ]
      : []),
    ...(passed.length > 0 ? [{ id: "passed", title: "Passed", pieces: [fold(list, passed.length)] }] : []),
    ...(tests.length > 0
      ? [{ id: "words", title: "Words on this page", pieces: [drawWords(tests, shown)] }]
      : []),
  ];
}

/** What the tests that are generated from a skill check, and what the events of the shown sessions are. */
function drawWords(tests: readonly TestResult[], shown: readonly TestResult[]): Content {
  const checks = new Set(tests.flatMap(({ kind, check }) => (kind === "smoke" ? check : [])));
  const kinds = new Set(shown.flatMap(({ trace = [] }) => trace.map(({ kind }) => kind)));
  return [
    drawMeanings("Test", "Passes if", smokeChecks, checks),
    drawMeanings("Event of a session", "Meaning", traceKinds, kinds),
  ];
}

function drawMeanings(
  word: string,
  meaning: string,
  meanings: Readonly<Record<string, string>>,
  used: ReadonlySet<string>,
): Content {
  const rows = Object.entries(meanings)
    .filter(([key]) => used.has(key))
    .map(
      ([key, text]) => html`<tr><th scope="row">${key}</th><td class="why">${text}</td></tr>
      `,
    );
  return rows.length === 0 ? undefined : drawTable(word, rows, { heads: [word, meaning] });
}

/** Up to as many names of tests that passed are to be seen at first. */
const mostNames = 20;

function fold(list: Content, number: number): Content {
  return number > mostNames
    ? html`<details><summary>${count(number, "test")}</summary>${list}</details>`
    : list;
}

/** Up to as many details of a test are to be seen at first. */
const mostDetails = 5;

function drawTest(test: TestResult, counter: string, isOpen: boolean): Content {
  const {
    name,
    outcome,
    message,
    warnings,
    details = [],
    orders = [],
    known,
    trace = [],
    events = [],
  } = test;
  const [title, color] = outcome === "pass" && warnings.length > 0 ? warned : outcomes[outcome];
  const sentences = [...(outcome === "pass" ? [] : [message]), ...warnings];
  const rest = details.map((sentence) => html`<p>${cut(sentence)}</p>`);
  return html`<details class="card" data-skill="${name}" data-test="${outcome}"${isOpen ? html` open` : undefined}>
    <summary><h3><bdi>${cut(name)}</bdi></h3><span class="badge ${color}">${title}${known ? " (in the baseline)" : ""}</span>${isOpen || sentences.length === 0 ? undefined : html` <small>${cut(sentences[0]!, 200)}</small>`}</summary>
    <div>${sentences.map((sentence) => html`<p>${cut(sentence)}</p>`)}${rest.length > mostDetails ? html`<details><summary>${count(rest.length, "detail")}</summary>${rest}</details>` : rest}${orders.map((rows) => drawOrder(rows, name))}${drawTimeline(trace, events, counter)}</div>
  </details>`;
}

function drawOrder(rows: readonly (readonly [string, string])[], name: string): Content {
  const drawn = rows.map(
    ([expected, happened]) => html`<tr><th scope="row">${cut(expected)}</th><td>${cut(happened)}</td></tr>`,
  );
  return drawTable(`Order of events in ${cut(name)}`, drawn, { heads: ["Expected", "Happened"] });
}

/** The events of the session in order; those that the failure is about are marked. */
function drawTimeline(trace: readonly TraceEvent[], concerned: readonly number[], counter: string): Content {
  if (trace.length === 0) return undefined;
  return html`<h4>Session</h4><ol class="timeline" start="0">${trace.map((event, at) => {
    const said = cut(describeEvent(event, counter).join(", "));
    return html`<li data-event="${event.kind}"><small>turn ${event.turn}</small> <b class="${colorOf(event)}">${event.kind}</b> <bdi>${concerned.includes(at) ? html`<mark>${said}</mark>` : said}</bdi></li>
    `;
  })}</ol>`;
}

function colorOf({ kind }: TraceEvent): string {
  if (kind === "refuse" || kind === "problem" || kind === "stop") return "bad";
  return kind === "activate" || kind === "resource" ? "good" : "";
}
