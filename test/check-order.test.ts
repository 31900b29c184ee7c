import { expect, it } from "vitest";
import { compareDiagnostics } from "../src/lint/run-rules.ts";
import { SourceText } from "../src/core/source-text.ts";
import { diagnosticAt } from "./support/report.ts";

it("sorts findings by file, position, severity, rule and message", () => {
  const source = new SourceText("one two");
  const at = (where: string | undefined, parts = {}) => diagnosticAt(source, where, parts);
  const sorted = [
    at(undefined, { file: "A.md", severity: "info" }),
    at(undefined, { severity: "info" }),
    at("one", { severity: "info" }),
    at("two", { severity: "error", ruleId: "z" }),
    at("two", { severity: "warning", ruleId: "a", message: "b" }),
    at("two", { severity: "warning", ruleId: "b", message: "a" }),
    at("two", { severity: "warning", ruleId: "b", message: "b" }),
  ];
  expect(sorted.toReversed().sort(compareDiagnostics)).toEqual(sorted);
});
