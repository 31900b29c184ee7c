import { type Diagnostic, isCounted } from "../model/report.ts";
import type { Told } from "../model/rule.ts";
import { count } from "../core/sentence.ts";

/** Leaves as many findings of each rule as are told of a file; the last says how many more there are. Those that do not count stay as they are. */
export function gather(
  findings: readonly Diagnostic[],
  toldOf: ReadonlyMap<string, Told>,
): readonly Diagnostic[] {
  const keys = findings.map((finding) => keyOf(finding, toldOf));
  const totals = new Map<string, number>();
  for (const key of keys) if (key !== undefined) totals.set(key, (totals.get(key) ?? 0) + 1);
  const shown = new Map<string, number>();
  return findings.flatMap((finding, at) => {
    const [key, told] = [keys[at], toldOf.get(finding.ruleId)];
    if (key === undefined || !told) return [finding];
    const place = (shown.get(key) ?? 0) + 1;
    shown.set(key, place);
    if (place > told.places) return [];
    const left = place === told.places ? (totals.get(key) ?? 0) - place : 0;
    return left > 0
      ? [{ ...finding, message: `${finding.message}; ${count(left, "more such place")} below` }]
      : [finding];
  });
}

function keyOf(finding: Diagnostic, toldOf: ReadonlyMap<string, Told>): string | undefined {
  const { ruleId, file, message } = finding;
  const told = toldOf.get(ruleId);
  if (!told || !isCounted(finding)) return undefined;
  return `${ruleId}\n${file}\n${told.by === "message" ? message : ""}`;
}
