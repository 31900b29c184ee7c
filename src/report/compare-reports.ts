import { SkillsError } from "../core/errors.ts";
import { withoutNumber, withoutSkill } from "../model/fingerprints.ts";
import { type Diagnostic, isCounted, type Report } from "../model/report.ts";

/** A finding, and the path of its skill in its report. */
export interface ComparedFinding {
  readonly path: string;
  readonly finding: Diagnostic;
}

/** What a change did to the findings that count. */
export interface ReportComparison {
  /** Only in the later report. */
  readonly added: readonly ComparedFinding[];
  /** Only in the earlier report. */
  readonly fixed: readonly ComparedFinding[];
  /** In both, as in the later one. */
  readonly same: readonly ComparedFinding[];
  /**
   * Whether both reports were made by the same version with the same rules and settings; otherwise, a difference may not
   * be one of the skills.
   */
  readonly comparable: boolean;
}

/**
 * Compares the findings of two reports by their fingerprints, without those that are suppressed or in a baseline. A skill
 * whose name and directory both changed is recognized by its findings. Throws a SkillsError for a report of a version
 * that writes no fingerprints.
 */
export function compareReports(base: Report, head: Report): ReportComparison {
  const [earlier, later] = [countedIn(base), countedIn(head)];
  const exact = match(earlier, later, printOf);
  const [skillsBefore, skillsAfter] = [skillsIn(earlier), skillsIn(later)];
  // A skill that only one report has may have another name in the other.
  const renamed = match(
    exact.gone.filter((each) => !skillsAfter.has(skillOf(each))),
    exact.added.filter((each) => !skillsBefore.has(skillOf(each))),
    (each) => withoutSkill(printOf(each)),
  );
  const matched = new Set([...exact.same, ...renamed.same]);
  const left = new Set([...exact.gone.filter((each) => skillsAfter.has(skillOf(each))), ...renamed.gone]);
  return {
    added: later.filter((each) => !matched.has(each)),
    fixed: earlier.filter((each) => left.has(each)),
    same: later.filter((each) => matched.has(each)),
    comparable: base.ruleSet !== undefined && base.ruleSet === head.ruleSet,
  };
}

function countedIn({ subjects }: Report): readonly ComparedFinding[] {
  return subjects.flatMap(({ path, findings }) =>
    findings.filter(isCounted).map((finding) => ({ path, finding })),
  );
}

function printOf({ finding: { fingerprint } }: ComparedFinding): string {
  if (fingerprint === undefined)
    throw new SkillsError("bad-usage", "a report has no fingerprints; make it with this version");
  return fingerprint;
}

function skillOf(found: ComparedFinding): string {
  return withoutNumber(printOf(found)).split("-")[0]!;
}

function skillsIn(found: readonly ComparedFinding[]): ReadonlySet<string> {
  return new Set(found.map(skillOf));
}

/** Pairs findings with equal keys, of which several may be equal, in order. */
function match(
  earlier: readonly ComparedFinding[],
  later: readonly ComparedFinding[],
  keyOf: (found: ComparedFinding) => string,
): Readonly<Record<"gone" | "added" | "same", readonly ComparedFinding[]>> {
  const open = new Map<string, ComparedFinding[]>();
  for (const each of earlier) {
    const equal = open.get(keyOf(each));
    if (equal) equal.push(each);
    else open.set(keyOf(each), [each]);
  }
  const [added, same]: [ComparedFinding[], ComparedFinding[]] = [[], []];
  for (const each of later) (open.get(keyOf(each))?.shift() ? same : added).push(each);
  return { gone: Array.from(open.values()).flat(), added, same };
}
