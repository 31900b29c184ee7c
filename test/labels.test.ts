import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  agreement,
  byPlace,
  goneLabels,
  isAt,
  kappa,
  type Label,
  precisionRows,
  unlabeledHits,
  type UnseenLabel,
  type UnseenVerdict,
  unseenRows,
  unseenTotals,
  wilsonLower,
} from "../bench/precision.js";
import { ruleMetas } from "../src/rules/lists/lint-rules.ts";

const bench = (name: string) => fileURLToPath(new URL(`../bench/${name}`, import.meta.url));
const place = { skill: "owner__repository/pdf-forms", file: "SKILL.md" };
const hit = (line: number, column = 1, severity = "warning") => ({
  rule: "body-empty",
  severity,
  ...place,
  line,
  column,
  message: "",
});
const label = (line: number, right: boolean, severity = "warning") => ({
  rule: "body-empty",
  severity,
  ...place,
  line,
  right,
  reason: "",
});
const lines = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe.each(["labels.jsonl", "labels-blind.jsonl"].filter((name) => existsSync(bench(name))))(
  "%s",
  (name) => {
    const labels: readonly Label[] = readFileSync(bench(name), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));

    it("names existing rules", () => {
      const ids = new Set(ruleMetas.map(({ id }) => id));
      expect(labels.filter(({ rule }) => !ids.has(rule)).map(({ rule }) => rule)).toEqual([]);
    });

    it("has only known fields, a verdict and a short reason", () => {
      const keys = new Set(["rule", "severity", "skill", "file", "line", "column", "right", "reason"]);
      const odd = labels.filter(
        (one) =>
          Object.keys(one).some((key) => !keys.has(key)) ||
          typeof one.right !== "boolean" ||
          one.reason.length < 3 ||
          one.reason.length > 200 ||
          !["error", "warning", "info"].includes(one.severity),
      );
      expect(odd).toEqual([]);
    });

    it("is sorted and judges nothing twice", () => {
      expect(labels).toEqual([...labels].sort(byPlace));
      expect(labels.filter((one, at) => at > 0 && isAt(labels[at - 1]!, one))).toEqual([]);
    });
  },
);

describe("labels-unseen.jsonl", () => {
  const labels: readonly UnseenLabel[] = readFileSync(bench("labels-unseen.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

  it("stores locations, rules and verdicts, and nothing else", () => {
    const ids = new Set(ruleMetas.map(({ id }) => id));
    const verdicts = ["true", "debatable", "false"];
    const odd = labels.filter(
      ({ at, rule, severity, first, second, ...rest }) =>
        !/^[\w.-]+\/[\w.-]+@[0-9a-f]{40}:.+:\d+$/.test(at) ||
        !ids.has(rule) ||
        !["error", "warning", "info"].includes(severity) ||
        !verdicts.includes(first) ||
        !verdicts.includes(second) ||
        Object.keys(rest).length > 0,
    );
    expect(odd).toEqual([]);
  });

  it("has at least 300 labels from at least 20 repositories", () => {
    const repositories = new Set(labels.map(({ at }) => at.slice(0, at.indexOf("@"))));
    expect(labels.length).toBeGreaterThanOrEqual(300);
    expect(repositories.size).toBeGreaterThanOrEqual(20);
  });
});

describe("the table of unseen repositories", () => {
  const judged = (at: string, first: UnseenVerdict, second: UnseenVerdict, rule = "body-empty") => ({
    at,
    rule,
    severity: "warning",
    first,
    second,
  });
  const found = [
    ...["a", "b", "c", "d"].map((at) => ({ rule: "body-empty", severity: "warning", at })),
    { rule: "home-path", severity: "warning", at: "a" },
  ];

  it("calls debatable what two readers disagree about, and counts labels of what is no longer reported", () => {
    const labels = [
      judged("a", "true", "true"),
      judged("b", "true", "false"),
      judged("c", "false", "false"),
      judged("gone", "false", "false"),
    ];
    expect(unseenRows(found, labels)).toEqual([
      {
        rule: "body-empty",
        severity: "warning",
        findings: 4,
        true: 1,
        debatable: 1,
        false: 1,
        gone: 1,
      },
      { rule: "home-path", severity: "warning", findings: 1, true: 0, debatable: 0, false: 0, gone: 0 },
    ]);
  });

  it("weighs each rule by its findings, and leaves rules without labels out of the shares", () => {
    const labels = [judged("a", "true", "true"), judged("a", "false", "false", "home-path")];
    expect(unseenTotals(unseenRows(found, labels))).toMatchObject({
      findings: 5,
      labels: 2,
      trueShare: 4 / 5,
      falseShare: 1 / 5,
    });
    expect(unseenTotals(unseenRows(found, labels.slice(0, 1)))).toMatchObject({
      trueShare: 1,
      falseShare: 0,
    });
  });
});

it("matches the rules of precision.md", () => {
  const page = readFileSync(bench("precision.md"), "utf8");
  const listed = Array.from(page.matchAll(/^\| ([a-z0-9-]+) \| (?:error|warning|info) \|/gm), ([, id]) => id);
  const ids = new Set(ruleMetas.map(({ id }) => id));
  expect(listed.length).toBeGreaterThan(20);
  expect(listed.filter((id) => !ids.has(id!))).toEqual([]);
});

describe("the table", () => {
  it("accepts a warning with 90 % right labels, for all findings or twenty labels", () => {
    const hits = lines(40).map((line) => hit(line));
    const judged = lines(20).map((line) => label(line, line > 2));
    expect(precisionRows(hits, judged)).toEqual([
      {
        rule: "body-empty",
        severity: "warning",
        hits: 40,
        skills: 1,
        labeled: 20,
        right: 18,
        precision: 0.9,
        atLeast: wilsonLower(18, 20),
        verdict: "meets",
      },
    ]);
  });

  it("requires more of an error than of a warning, and nothing of advice", () => {
    const verdict = (severity: string) =>
      precisionRows(
        lines(20).map((line) => hit(line, 1, severity)),
        lines(20).map((line) => label(line, line > 2, severity)),
      )[0]!.verdict;
    expect(["error", "warning", "info"].map(verdict)).toEqual(["must change", "meets", "advice"]);
  });

  it("requires a label for every finding of a rule with few", () => {
    const [hits, judged] = [lines(3).map((line) => hit(line)), [label(1, true), label(2, true)]];
    const rows = precisionRows(hits, judged);
    expect(rows[0]!.verdict).toBe("too few labels");
    expect(unlabeledHits(rows, hits, judged)).toEqual([hit(3)]);
  });

  it("ignores labels of removed findings or of another severity", () => {
    const judged = [label(1, true), label(2, false), label(3, false, "error")];
    const hits = [hit(1), hit(3)];
    expect(goneLabels(hits, judged)).toEqual([label(2, false), label(3, false, "error")]);
    expect(precisionRows(hits, judged)).toMatchObject([
      { hits: 2, labeled: 1, right: 1, verdict: "too few labels" },
    ]);
  });

  it("distinguishes two findings of a line by the label's column", () => {
    const judged = [{ ...label(1, false), column: 9 }];
    expect(goneLabels([hit(1, 2)], judged)).toEqual(judged);
    expect(goneLabels([hit(1, 9)], judged)).toEqual([]);
  });
});

describe("two readers", () => {
  it("agree as often as their labels of the same findings do", () => {
    const first = [label(1, true), label(2, false), label(3, true)];
    const second = [label(1, true), label(2, true), label(4, true)];
    expect(agreement(first, second)).toEqual({
      both: 2,
      agreed: 1,
      kappa: 0,
      disputed: [{ label: second[1], other: first[1] }],
    });
  });

  it("are compared with chance by kappa", () => {
    const pairs = (counts: readonly [number, boolean, boolean][]) =>
      counts.flatMap(([count, a, b]) => Array.from({ length: count }, (): [boolean, boolean] => [a, b]));
    // The example of Cohen's kappa in the textbooks: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no.
    expect(
      kappa(
        pairs([
          [20, true, true],
          [5, true, false],
          [10, false, true],
          [15, false, false],
        ]),
      ),
    ).toBeCloseTo(0.4, 10);
    expect(kappa(pairs([[5, true, true]]))).toBe(1);
    expect(kappa([])).toBeNaN();
  });
});

it("computes the lower bound of the Wilson interval", () => {
  expect(wilsonLower(18, 20)).toBeCloseTo(0.699, 3);
  expect(wilsonLower(20, 20)).toBeCloseTo(0.839, 3);
  expect(wilsonLower(0, 7)).toBe(0);
  expect(wilsonLower(0, 0)).toBe(0);
});
