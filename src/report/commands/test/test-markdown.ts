import { count } from "../../../core/sentence.ts";
import type { TestResult, TestRun } from "../../../model/reports/test.ts";
import { codeInMarkdown, drawTable, escapeMarkdown } from "../../drawing/markdown-table.ts";

/** Maximum length of a path and of a message, in UTF-16 code units. */
const [longestPath, longestMessage] = [200, 500];

const outcomes = {
  pass: "warning",
  fail: "failed",
  "could-not-measure": "could not be measured",
} as const satisfies Record<TestResult["outcome"], string>;

/**
 * For job summaries and comments: counts, and a table of the tests that failed or have warnings, failures
 * first.
 */
export function testMarkdown(run: TestRun): string {
  return `${["## skillwright test", ...testBlocks(run)].join("\n\n")}\n`;
}

/** The blocks after the heading. */
export function testBlocks({ tests, controls, counts }: TestRun): readonly string[] {
  if (controls.length > 0)
    return [
      "Nothing was measured: the self-test of the checks failed.",
      controls.map((sentence) => `- ${escapeMarkdown(sentence, longestMessage)}`).join("\n"),
    ];
  const { passed, failed, couldNotMeasure, known } = counts;
  const figures = [
    `${count(passed, "test")} passed`,
    `${failed} failed`,
    `${couldNotMeasure} could not be measured`,
    ...(known > 0 ? [`${known} failures in the baseline`] : []),
  ];
  const sentences = [
    ...tests.filter(({ outcome }) => outcome !== "pass"),
    ...tests.filter(({ outcome, warnings }) => outcome === "pass" && warnings.length > 0),
  ];
  return [
    `${figures.join(", ")}.`,
    ...drawTable(
      ["Path", "Agent", "Test", "Outcome", "Message"],
      sentences,
      toRow,
      (rest) => `And ${count(rest.length, "test")} more.`,
    ),
  ];
}

function toRow({ path, system, check, outcome, known, message, warnings }: TestResult): readonly string[] {
  const said = [...(outcome === "pass" ? [] : [message]), ...warnings]
    .map((sentence) => escapeMarkdown(sentence, longestMessage))
    .join("<br>");
  return [
    codeInMarkdown(path, longestPath),
    system ?? "",
    escapeMarkdown(check, longestPath),
    known ? "failed (in the baseline)" : outcomes[outcome],
    said,
  ];
}
