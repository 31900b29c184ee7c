import { grouped } from "../../../core/sentence.ts";
import type { Report } from "../../../model/report.ts";
import type { TestResult, TestRun } from "../../../model/reports/test.ts";
import type { TraceEvent } from "../../../model/trace.ts";
import { drawDocument, drawOutcome, type Section } from "../../html/document.ts";
import { type Content, cut, html } from "../../html/markup.ts";
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
    ["warned", warned, "passed with warnings", "odd"],
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
  const list = html`<ul>${passed.map(
    (test) => html`<li data-test="pass"><bdi>${cut(test.name)}</bdi></li>
  `,
  )}</ul>`;
  return [
    ...(shown.length > 0
      ? [
          {
            id: "tests",
            title: "Failures and warnings",
            pieces: shown.map((test) => drawTest(test, counter, isOpen)),
          },
        ]
      : []),
    ...(passed.length > 0 ? [{ id: "passed", title: "Passed", pieces: [list] }] : []),
  ];
}

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
  const sentences = [...(outcome === "pass" ? [] : [message]), ...warnings, ...details];
  return html`<details class="card" data-skill="${name}" data-test="${outcome}"${isOpen ? html` open` : undefined}>
    <summary><h3><bdi>${cut(name)}</bdi></h3><span class="badge ${color}">${title}${known ? " (in the baseline)" : ""}</span></summary>
    <div>${sentences.map((sentence) => html`<p>${cut(sentence)}</p>`)}${orders.map((rows) => drawOrder(rows, name))}${drawTimeline(trace, events, counter)}</div>
  </details>`;
}

function drawOrder(rows: readonly (readonly [string, string])[], name: string): Content {
  return html`<div class="scroll" role="region" aria-label="Order of events in ${cut(name)}" tabindex="0"><table>
    <thead><tr><th scope="col">Expected</th><th scope="col">Happened</th></tr></thead>
    <tbody>${rows.map(([expected, happened]) => html`<tr><th scope="row">${cut(expected)}</th><td>${cut(happened)}</td></tr>`)}</tbody></table></div>`;
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
