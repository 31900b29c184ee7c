import type { ClientLoad } from "../model/client-load.ts";
import { countedOnly, type Diagnostic, type Report } from "../model/report.ts";
import type { Unread } from "../model/source.ts";
import { clean } from "../report/drawing/width.ts";

/** Maximum numbers of findings and of loads in one answer; the rest is counted. */
const mostFindings = 300;
const mostLoads = 500;

/** Worst first, as an answer may be cut. */
const ranks = { error: 0, warning: 1, info: 2 } as const;

interface FoundInSkill {
  readonly skill: string;
  readonly finding: Diagnostic;
}

/** The findings that count, worst first; `omitted` is the number of those that are left out. */
export function findingsOf({ subjects }: Report) {
  const all = subjects
    .map(countedOnly)
    .flatMap(({ path, findings }) => findings.map((each): FoundInSkill => ({ skill: path, finding: each })))
    .sort((a, b) => ranks[a.finding.severity] - ranks[b.finding.severity]);
  return {
    findings: all.slice(0, mostFindings).map(toFinding),
    omitted: Math.max(0, all.length - mostFindings),
  };
}

function toFinding({ skill, finding }: FoundInSkill) {
  const { file, start, severity, ruleId, message, refusedBy, fixes } = finding;
  return {
    skill: clean(skill),
    file: clean(file),
    ...(start && { line: start.line, column: start.column }),
    severity,
    rule: ruleId,
    message: clean(message),
    refusedBy: [...refusedBy],
    ...(fixes[0] && { fix: clean(fixes[0].title) }),
  };
}

/** What clients make of the skills; those that load a skill as written only if there is room. */
export function loadsOf(rows: readonly (ClientLoad & { readonly skill: string })[]) {
  const losses = rows.filter(({ outcome, hidden }) => outcome !== "as-written" || hidden);
  const kept = rows.length > mostLoads ? losses.slice(0, mostLoads) : rows;
  return { loads: kept.map(toLoad), omitted: rows.length - kept.length };
}

function toLoad({
  skill,
  client,
  version,
  outcome,
  hidden,
  reasons,
  listed,
}: ClientLoad & { readonly skill: string }) {
  return {
    skill: clean(skill),
    client,
    version,
    outcome,
    hidden,
    reasons: reasons.map((reason) => clean(reason)),
    listed: listed === null ? null : clean(listed),
  };
}

/** What could not be read. */
export function unreadOf({ unread, subjects }: Report) {
  const partial = subjects.flatMap(({ path, partial: files }) =>
    files.map((file): Unread => ({ ...file, path: `${path}/${file.path}` })),
  );
  return [...unread, ...partial].map(({ path, reason }) => ({ path: clean(path), reason: clean(reason) }));
}
