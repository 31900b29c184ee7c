import { expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { SubjectHolder } from "../src/lint/hold-subject.ts";
import type { Subject } from "../src/model/report.ts";
import { heapUsed } from "./support/heap-used.ts";

const start = { line: 2, column: 7, offset: 10, byteOffset: 11 };
const end = { line: 2, column: 9, offset: 12, byteOffset: 14 };

const whole: Subject["findings"][number] = {
  ruleId: "name-format",
  origin: "spec",
  severity: "error",
  message: 'name "Ä\ud800😀" has upper-case letters',
  file: "SKILL.md",
  start,
  end,
  refusedBy: ["spec"],
  related: [{ skill: "other", file: "SKILL.md", range: { start, end }, message: "here" }],
  fixes: [{ title: "write", safe: true, operations: [{ kind: "rename", from: "a", to: "b" }] }],
  helpUrl: "https://example.com/#name-format",
  excerpt: { line: "name: Ä", skipped: 3 },
  suppressed: { by: "comment", reason: "\u0000" },
  baselined: true,
};

const { end: _end, excerpt: _excerpt, suppressed: _suppressed, baselined: _baselined, ...unended } = whole;

const bare: Subject["findings"][number] = {
  ruleId: "body-length",
  origin: "guidance",
  severity: "info",
  message: "",
  file: "",
  refusedBy: [],
  related: [],
  fixes: [],
  helpUrl: "",
};

const subject: Subject = {
  kind: "skill",
  path: "forms",
  name: "forms",
  verdicts: { spec: "refuses" },
  loads: { "claude-code": "as-written" },
  findings: [whole, bare, unended, { ...bare, excerpt: { line: "", skipped: 0 } }],
  partial: [{ path: "a", reason: "larger than 1 MiB" }],
};

it("gives packed findings back as they were", () => {
  const held = new SubjectHolder(0).hold(subject);
  expect(held).toEqual(subject);
  expect({ ...held }).toEqual(subject);
  expect(structuredClone(held)).toEqual(subject);
  expect(JSON.stringify(held)).toBe(JSON.stringify(subject));
});

it("packs the findings after the first few, and others that are added to them", () => {
  const finished = new SubjectHolder(1);
  const [first, second] = [finished.hold(subject), finished.hold(subject)];
  expect(Object.getOwnPropertyDescriptor(first, "findings")).toHaveProperty("value");
  expect(Object.getOwnPropertyDescriptor(second, "findings")).toHaveProperty("get");
  const more = finished.holdAgain({ ...second, findings: [...second.findings, bare] });
  expect(more.findings).toEqual([...subject.findings, bare]);
  expect(second.findings).toEqual(subject.findings);
});

it("gives back texts of any length", () => {
  const finished = new SubjectHolder(0);
  const lengths = [10, 200_000, 300_000, 2_000_000, 100];
  const subjects = lengths.map((length) => ({
    ...subject,
    findings: [{ ...bare, message: "—".repeat(length) }],
  }));
  const held = subjects.map((each) => finished.hold(each));
  expect(held.map(({ findings }) => findings)).toEqual(subjects.map(({ findings }) => findings));
});

it("holds every finding of the fixtures", async () => {
  const { report } = await lint({ paths: ["fixtures"], cwd: process.cwd() });
  const finished = new SubjectHolder(0);
  const held = report.subjects.map((each) => finished.hold(each));
  expect(JSON.stringify(held)).toBe(JSON.stringify(report.subjects));
});

it("takes little of the heap for packed findings", () => {
  const finished = new SubjectHolder(0);
  const before = heapUsed();
  const held = Array.from({ length: 2_000 }, (_, at) =>
    finished.hold({
      ...subject,
      findings: Array.from({ length: 10 }, () => ({ ...whole, message: `message ${at} `.repeat(10) })),
    }),
  );
  expect(heapUsed() - before).toBeLessThan(2_000_000);
  expect(held).toHaveLength(2_000);
});
