import { count } from "../core/sentence.ts";
import type { TestResult, TestRun } from "../core/test-run.ts";
import { codeInMarkdown, escapeMarkdown } from "./escape-markdown.ts";

/** The rows of a table that a reader still looks through. */
const mostRows = 200;

/** UTF-16 units of a path and of a message. */
const [longestPath, longestMessage] = [200, 500];

const outcomes = { pass: "warning", fail: "failed", "could-not-measure": "could not be measured" } as const satisfies Record<TestResult["outcome"], string>;

/** For a summary of a job or a comment: how much passed, and a table of what did not or has warnings, failures first. */
export function testMarkdown({ tests, controls, counts }: TestRun): string {
  if (controls.length > 0) return ["## skills test", "", "Nothing was measured: the checks do not tell a sound skill from an unsound one.", "", ...controls.map((sentence) => `- ${escapeMarkdown(sentence, longestMessage)}`), ""].join("\n");
  const { passed, failed, couldNotMeasure, known } = counts;
  const figures = [`${count(passed, "test")} passed`, `${failed} failed`, `${couldNotMeasure} could not be measured`, ...(known > 0 ? [`${known} failed as in the baseline`] : [])];
  const told = [...tests.filter(({ outcome }) => outcome !== "pass"), ...tests.filter(({ outcome, warnings }) => outcome === "pass" && warnings.length > 0)];
  const table = told.length === 0 ? [] : ["", "| Where | Agent | Test | Outcome | What |", "| --- | --- | --- | --- | --- |", ...told.slice(0, mostRows).map(toRow)];
  return ["## skills test", "", `${figures.join(", ")}.`, ...table, ...(told.length > mostRows ? ["", `And ${count(told.length - mostRows, "test")} more.`] : []), ""].join("\n");
}

function toRow({ path, system, check, outcome, known, message, warnings }: TestResult): string {
  const said = [...(outcome === "pass" ? [] : [message]), ...warnings].map((sentence) => escapeMarkdown(sentence, longestMessage)).join("<br>");
  return `| ${codeInMarkdown(path, longestPath)} | ${system ?? ""} | ${escapeMarkdown(check, longestPath)} | ${known ? "failed as in the baseline" : outcomes[outcome]} | ${said} |`;
}
