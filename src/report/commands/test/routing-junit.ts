import type { RoutedPrompt, RoutingVerdict, TestRoutingData } from "../../../model/reports/test-routing.ts";
import { attributes, escapeXml } from "../../drawing/xml.ts";
import { describeVerdict } from "./routing-text.ts";

interface Case extends Pick<RoutedPrompt, "prompt" | "skill"> {
  readonly verdict: RoutingVerdict;
}

/**
 * A suite for each client, and a case for each prompt: what is lost is a failure, what was never held is skipped, and
 * what is not known is an error. Contains no times, so that equal runs produce equal files.
 */
export function routingJunit({ routing, clients, prompts }: TestRoutingData): string {
  const cases = prompts.flatMap(({ prompt, skill, verdicts }) =>
    verdicts.map((verdict): Case => ({ prompt, skill, verdict })),
  );
  const suites = clients.flatMap(({ client }) => {
    const own = cases.filter(({ verdict }) => verdict.client === client);
    return [
      `  <testsuite${attributes({ name: `${routing} > ${client}`, ...countOf(own) })}>`,
      ...own.flatMap((each) => toCase(each, routing)),
      "  </testsuite>",
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: "skillwright test --routing", ...countOf(cases) })}>`,
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
}

function countOf(cases: readonly Case[]): Readonly<Record<string, number>> {
  const amount = (outcome: RoutingVerdict["outcome"]): number =>
    cases.filter(({ verdict }) => verdict.outcome === outcome).length;
  return {
    tests: cases.length,
    failures: amount("lost"),
    errors: amount("unknown"),
    skipped: amount("missed"),
  };
}

const elements = { lost: "failure", unknown: "error", missed: "skipped" } as const;

function toCase({ prompt, skill, verdict }: Case, routing: string): readonly string[] {
  const { outcome, client, ranked } = verdict;
  const opening = `    <testcase${attributes({ classname: `${routing} > ${client}`, name: prompt })}`;
  if (outcome === "held" || outcome === "new") return [`${opening}/>`];
  const element = elements[outcome];
  const lines = ranked.map(
    ({ name, place, score, words }) => `${place}. ${score.toFixed(2)} ${name}: ${words.join(", ")}`,
  );
  const message = attributes({ message: describeVerdict(verdict, skill) });
  return [
    `${opening}>`,
    outcome === "missed"
      ? `      <skipped${message}/>`
      : `      <${element}${message}>${lines.map(escapeXml).join("\n")}</${element}>`,
    "    </testcase>",
  ];
}
