import { outcomeOf } from "../../lint/build-report.ts";
import { limitByFile } from "../../lint/limit-findings.ts";
import { compareDiagnostics } from "../../lint/run-rules.ts";
import { fingerprinted } from "../../model/fingerprints.ts";
import type { Denial, PolicyVerdict } from "../../model/policy.ts";
import { type Diagnostic, isChecked, type Report, type Subject } from "../../model/report.ts";
import type { LoadedPolicy } from "./read-policy.ts";

interface Judged {
  readonly loaded: LoadedPolicy;
  /** What is denied in each skill, by its path; a skill without an entry was not judged. */
  readonly denials: ReadonlyMap<string, readonly Denial[]>;
  /** Skills that are not in the report, of which one that is denied is added. */
  readonly leftOut?: readonly Subject[];
  readonly notJudged: PolicyVerdict["notJudged"];
  readonly maxWarnings?: number | undefined;
}

/**
 * The report with the verdict of a policy, and each denial as an error, which no setting and no comment suppresses. Its
 * outcome is at least 1 if the policy is not passed.
 */
export function withVerdict<Found extends Report>(
  report: Found,
  { loaded, denials, leftOut = [], notJudged, maxWarnings = Infinity }: Judged,
): Found {
  const { policy: _, ...shown } = loaded;
  const denied = ({ path }: Subject): readonly Denial[] => denials.get(path) ?? [];
  const hidden = leftOut.filter((subject) => denied(subject).length > 0);
  const [checked, others] = [true, false].map((is) =>
    report.subjects.filter((each) => isChecked(each) === is),
  );
  const judged = [...checked!, ...hidden];
  const unjudged = judged.flatMap(({ path }) => (denials.has(path) ? [] : [path]));
  const all = judged.flatMap((subject) =>
    denied(subject).map((denial) => ({ ...denial, skill: subject.path })),
  );
  const verdict: PolicyVerdict = {
    ...shown,
    passed: all.length === 0 && unjudged.length === 0,
    skills: judged.length - unjudged.length,
    unjudged,
    notJudged,
    denials: all,
  };
  if (all.length === 0) {
    const outcome = verdict.passed || report.outcome === 2 ? report.outcome : 1;
    return { ...report, outcome, policy: verdict };
  }
  const subjects = fingerprinted([
    ...judged.map((subject) => withDenials(subject, denied(subject))),
    ...others!,
  ]);
  const summary = {
    ...report.summary,
    checked: report.summary.checked + hidden.length,
    errors: report.summary.errors + all.length,
  };
  return {
    ...report,
    outcome: report.outcome === 2 ? 2 : outcomeOf(summary, maxWarnings),
    subjects: subjects.map(limitByFile),
    summary,
    policy: verdict,
  };
}

function withDenials(subject: Subject, denials: readonly Denial[]): Subject {
  if (denials.length === 0) return subject;
  return { ...subject, findings: [...subject.findings, ...denials.map(toFinding)].sort(compareDiagnostics) };
}

/** Not among the rules that settings know: no config and no comment turns it off. */
function toFinding({ message, where: { file, start, end } }: Denial): Diagnostic {
  return {
    ruleId: "policy",
    category: "own",
    origin: "own",
    severity: "error",
    message,
    file,
    ...(start && end && { start, end }),
    refusedBy: [],
    related: [],
    fixes: [],
  };
}
