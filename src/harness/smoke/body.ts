import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { CheckResult } from "../../model/smoke.ts";
import { withoutUnseen } from "./conduct.ts";
import { fail, pass } from "./check-result.ts";
import type { Stage, Step } from "./stage.ts";

/** Holds what the model was given against the file, after what the agent documents that it does to it. */
export function body({ subject, conduct, entry }: Stage, { content }: Step): CheckResult {
  const expected = conduct.deliver(subject.body, entry?.path ?? "").trim();
  const got = conduct.deliver === withoutUnseen ? withoutUnseen(content) : content;
  const holds = conduct.alone ? got.trim() === expected : got.includes(expected);
  return holds
    ? pass(`${count(lines(expected).length, "line")} of it, as they stand in the file`)
    : fail(difference(lines(expected), lines(got), conduct.alone));
}

function lines(text: string): readonly string[] {
  return text.split("\n");
}

/** How much of a line is shown. */
const shown = 60;

function difference(expected: readonly string[], got: readonly string[], alone: boolean): string {
  const start = alone ? 0 : Math.max(0, got.indexOf(expected[0] ?? ""));
  const at = expected.findIndex((line, index) => line !== got[start + index]);
  if (at === -1)
    return `the model is given ${count(got.length - expected.length, "line")} more than the body has`;
  const there = got[start + at];
  return `line ${at + 1} of the body reaches the model as ${there === undefined ? "nothing" : quote(there, shown)}, expected ${quote(expected[at] ?? "", shown)}`;
}
