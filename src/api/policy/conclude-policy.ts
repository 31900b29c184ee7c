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
  /** The same for plugins and marketplaces; absent for a command that judges none. */
  readonly plugins?: ReadonlyMap<string, readonly Denial[]>;
  /** Skills and plugins that are not in the report, of which one that is denied is added. */
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
  { loaded, denials, plugins, leftOut = [], notJudged, maxWarnings = Infinity }: Judged,
): Found {
  const { policy: _, ...shown } = loaded;
  const denialsOf = (subject: Subject): readonly Denial[] | undefined =>
    (isChecked(subject) ? denials : plugins)?.get(subject.path);
  const isJudged = (subject: Subject): boolean =>
    isChecked(subject) || (plugins !== undefined && isPlugin(subject));
  const hidden = leftOut.filter((subject) => denialsOf(subject)?.length);
  const judged = [...report.subjects.filter(isJudged), ...hidden];
  const unjudged = judged.flatMap((subject) => (denialsOf(subject) ? [] : [subject.path]));
  const all = judged.flatMap((subject) =>
    (denialsOf(subject) ?? []).map((denial) => ({
      ...denial,
      ...(isPlugin(subject) ? { plugin: subject.path } : { skill: subject.path }),
    })),
  );
  const count = (is: (subject: Subject) => boolean): number =>
    judged.filter((subject) => is(subject) && denialsOf(subject)).length;
  const verdict: PolicyVerdict = {
    ...shown,
    passed: all.length === 0 && unjudged.length === 0,
    skills: count(isChecked),
    plugins: count(isPlugin),
    unjudged,
    notJudged,
    denials: all,
  };
  if (all.length === 0) {
    const outcome = verdict.passed || report.outcome === 2 ? report.outcome : 1;
    return { ...report, outcome, policy: verdict };
  }
  const [skills, others] = [true, false].map((is) =>
    [...report.subjects, ...hidden].filter((each) => isChecked(each) === is),
  );
  const subjects = fingerprinted(
    [...skills!, ...others!].map((subject) => withDenials(subject, denialsOf(subject) ?? [])),
  );
  const summary = {
    ...report.summary,
    checked: report.summary.checked + hidden.filter(isChecked).length,
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

/** Whether the subject is a plugin or a list of them. */
export function isPlugin({ kind }: Subject): boolean {
  return kind === "plugin" || kind === "marketplace";
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
