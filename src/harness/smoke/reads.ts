import { count, series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { CheckResult } from "../../model/smoke.ts";
import { fail, pass } from "./check-result.ts";
import type { Stage, Step } from "./stage.ts";

/** Holds what was asked of the source against what each step had a right to, and the trace against both. */
export function reads({ steps, trace }: Stage): CheckResult {
  const tooMuch = Array.from(new Set(steps.flatMap(excess)));
  if (tooMuch.length > 0)
    return fail(
      `${series(tooMuch.map((file) => quote(file)))} ${tooMuch.length === 1 ? "was" : "were"} read and not asked for`,
    );
  const told = new Set(trace.flatMap(({ file }) => (file === undefined ? [] : [file])));
  const untold = steps.flatMap((step) => step.reads).find((file) => !told.has(file));
  if (untold !== undefined) return fail(`${quote(untold)} was read, and the trace does not tell of it`);
  const heads = trace.filter(({ kind }) => kind === "head").length;
  const files = new Set(steps.flatMap((step) => step.reads.filter((file) => file !== "SKILL.md")));
  return pass(
    `${count(heads, "head")}, the instructions when they were called for, ${count(files.size, "file")}, and nothing else`,
  );
}

function excess({ reads: read, mayRead }: Step): readonly string[] {
  const allowed = [...mayRead];
  return read.filter((file) => {
    const at = allowed.indexOf(file);
    if (at !== -1) allowed.splice(at, 1);
    return at === -1;
  });
}
