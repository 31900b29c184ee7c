import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import { junit } from "../src/report/formats/junit.ts";
import { clean } from "../src/report/drawing/width.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { needs } from "./support/needs.ts";
import { contextOf, diagnosticAt, reportOf, subjectOf } from "./support/report.ts";
import { full, hostileReport, source } from "./support/reported.ts";
import { samples } from "./support/samples.ts";

interface Suite {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly cases: readonly {
    readonly tag: string;
    readonly attributes: Readonly<Record<string, string>>;
    readonly parts: readonly [
      tag: string,
      attributes: Readonly<Record<string, string>>,
      text: string,
      children: number,
    ][];
  }[];
}

interface Read {
  readonly root: readonly [tag: string, attributes: Readonly<Record<string, string>>];
  readonly suites: readonly Suite[];
}

const reader = fileURLToPath(new URL("support/read-junit.py", import.meta.url));

function read(reports: readonly Report[]): readonly Read[] {
  const input = JSON.stringify(reports.map((report) => junit(report, contextOf())));
  return JSON.parse(execFileSync("python3", [reader], { input, encoding: "utf8", maxBuffer: 1 << 28 }));
}

function outcomesOf({ cases }: Suite): readonly string[] {
  return cases.map(({ attributes, parts }) => [attributes["name"], ...parts.map(([tag]) => tag)].join(" "));
}

it("is written as it was", async () => {
  await expect(junit(full, contextOf())).toMatchFileSnapshot(`${fixturesRoot}/reports/full.xml`);
});

it("is a suite for each skill and a case for each rule that spoke", () => {
  needs("python3");
  const [{ root, suites }] = read([full]) as [Read];
  expect(suites.map(outcomesOf)).toEqual([
    [
      "name-format failure",
      "reference-broken system-out",
      "body-length system-out",
      "evals-count system-out",
      "read data/big.csv skipped",
    ],
    ["reference-broken skipped", "name-format skipped"],
    ["no findings"],
    ["read locked skipped"],
  ]);
  expect(root).toEqual([
    "testsuites",
    { name: "skillwright lint", tests: "9", failures: "1", errors: "0", skipped: "4", time: "0.123" },
  ]);
});

it("has errors only where it is to be quiet, and a case for a skill without any", () => {
  const text = junit(
    reportOf([subjectOf("a", [diagnosticAt(source, undefined, { severity: "info" })])]),
    contextOf({ quiet: true }),
  );
  expect(text).toContain('<testcase classname="a" name="no findings" time="0"/>');
});

it("fails what makes a run with too many warnings fail", () => {
  needs("python3");
  const warned = subjectOf("a", [
    diagnosticAt(source, undefined, { severity: "warning" }),
    diagnosticAt(source, undefined, { severity: "info", ruleId: "body-length" }),
  ]);
  const [allowed, failed] = read([reportOf([warned]), { ...reportOf([warned]), outcome: 1 }]) as [Read, Read];
  expect([allowed.root[1]["failures"], failed.root[1]["failures"]]).toEqual(["0", "1"]);
  expect(failed.suites.map(outcomesOf)).toEqual([["name-format failure", "body-length system-out"]]);
});

it("is read as what it says, whatever names and messages hold", () => {
  needs("python3");
  const reports = fc.sample(hostileReport, samples(300));
  for (const [index, { root, suites }] of read(reports).entries()) {
    const { subjects, unread } = reports[index]!;
    expect(suites.map(({ tag, attributes }) => [tag, attributes["name"]])).toEqual([
      ...subjects.map(({ path }) => ["testsuite", clean(path)]),
      ["testsuite", "not read"],
    ]);
    expect(outcomesOf(suites.at(-1)!)).toEqual([`read ${clean(unread[0]!.path)} skipped`]);
    for (const [at, { cases }] of suites.slice(0, -1).entries()) {
      const { findings, partial } = subjects[at]!;
      expect(cases.map(({ tag, attributes }) => [tag, attributes["name"]])).toEqual([
        ...findings.map(({ ruleId }) => ["testcase", ruleId]),
        ["testcase", `read ${clean(partial[0]!.path)}`],
      ]);
      expect(cases.flatMap(({ parts }) => parts.map(([tag, , , children]) => [tag, children]))).toEqual([
        [findings[0]!.suppressed ? "skipped" : "failure", 0],
        ["system-out", 0],
        ["system-out", 0],
        ["skipped", 0],
      ]);
      const [, attributes, told] = cases[0]!.parts[0]!;
      if (!findings[0]!.suppressed)
        expect([
          attributes["message"],
          told.endsWith(` error ${clean(findings[0]!.message)} (refused by spec, skills-ref, claude-api)`),
        ]).toEqual([clean(findings[0]!.message), true]);
    }
    const number = (outcome: string) =>
      String(
        suites.flatMap(({ cases }) => cases).filter(({ parts }) => parts.some(([tag]) => tag === outcome))
          .length,
      );
    expect([root[1]["failures"], root[1]["skipped"]]).toEqual([number("failure"), number("skipped")]);
  }
});

it("takes the position of a case from its first error", () => {
  const findings = [
    diagnosticAt(source, undefined, { severity: "warning", file: "a.md" }),
    diagnosticAt(source, undefined, { severity: "error", file: "b.md" }),
  ];
  expect(junit(reportOf([subjectOf("a", findings)]), contextOf())).toMatch(/<testcase [^>]*file="a\/b\.md"/);
});
