import { groupBy } from "../core/group-by.ts";
import type { Reason } from "../model/validator.ts";
import type { UnexplainedLoad } from "../model/refusals.ts";
import type { Diagnostic } from "../model/report.ts";
import type { Skill } from "../model/skill.ts";
import { type ClientId, inTargetOrder, type Target } from "../model/target.ts";
import type { ClientLoad } from "../model/client-load.ts";
import { refusalRules } from "../rules/lists/skill-rules.ts";
import { insideReason } from "../targets/misplaced.ts";
import { type Cause, causesOf } from "../targets/load-causes.ts";
import { type Checked, compareDiagnostics, runRules, type RunRulesOptions } from "./run-rules.ts";

/**
 * Adds the clients that do not load the skill to the findings that say why, and a finding for each reason that no
 * finding has. A finding is an error if one of its clients is a target, and at least a warning if clients were chosen.
 */
export function joinLoads(
  checked: Checked,
  loads: readonly ClientLoad[],
  skill: Skill,
  options: RunRulesOptions,
): Checked {
  const { targets, clients: chosen } = options;
  const left: ClientLoad[] = [];
  const loadsOf = new Map<Diagnostic, ClientLoad[]>();
  for (const load of loads) {
    if (load.outcome === "unknown" && targets.includes(idOf(load))) left.push(load);
    if (load.outcome !== "not-loaded") continue;
    const findings = load.hidden ? [] : findingsOf(load, checked);
    if (findings.length === 0) left.push(load);
    for (const finding of findings) loadsOf.set(finding, [...(loadsOf.get(finding) ?? []), load]);
  }
  if (left.length === 0 && loadsOf.size === 0) return checked;
  const reasonsByFinding = new Map<Diagnostic, readonly Reason[]>();
  const known = checked.diagnostics.map((finding) => {
    const joined = withClients(finding, loadsOf.get(finding) ?? [], {
      targets,
      isChosen: chosen !== undefined,
    });
    const reasons = checked.reasonsByFinding.get(finding);
    if (reasons) reasonsByFinding.set(joined, reasons);
    return joined;
  });
  const unexplained = sameReason(left).flatMap((same) => {
    const loads = [unexplainedLoad(same)];
    return runRules({ skill, refusals: [], loads }, refusalRules, options).diagnostics.map((finding) =>
      withVersions(finding, same),
    );
  });
  return {
    ...checked,
    diagnostics: [...known, ...unexplained].sort(compareDiagnostics),
    reasonsByFinding,
  };
}

/** The findings that report the most likely cause that any finding reports. */
function findingsOf(
  { reasons: [reason = ""] }: ClientLoad,
  { diagnostics, reasonsByFinding }: Checked,
): readonly Diagnostic[] {
  for (const cause of causesOf(reason)) {
    const findings = diagnostics.filter((finding) => reports(finding, cause, reasonsByFinding));
    if (findings.length > 0) return findings;
  }
  return [];
}

function reports(finding: Diagnostic, cause: Cause, reasonsByFinding: Checked["reasonsByFinding"]): boolean {
  return (
    finding.ruleId === cause || (reasonsByFinding.get(finding)?.some((reason) => reason === cause) ?? false)
  );
}

function withClients(
  finding: Diagnostic,
  loads: readonly ClientLoad[],
  { targets, isChosen }: { readonly targets: readonly Target[]; readonly isChosen: boolean },
): Diagnostic {
  if (loads.length === 0) return finding;
  const clients = loads.map(idOf);
  const joined = {
    ...finding,
    refusedBy: inTargetOrder([...finding.refusedBy, ...clients]),
    severity: clients.some((id) => targets.includes(id))
      ? "error"
      : isChosen && finding.severity === "info"
        ? "warning"
        : finding.severity,
  } as const;
  return withVersions(joined, loads);
}

/** With the versions that were asked for, of the clients in `refusedBy`. */
function withVersions(finding: Diagnostic, loads: readonly ClientLoad[]): Diagnostic {
  const asked = loads.filter((load) => load.versionAsked && finding.refusedBy.includes(idOf(load)));
  if (asked.length === 0) return finding;
  const byClient = groupBy(asked, idOf);
  return {
    ...finding,
    refusedVersions: Object.fromEntries(
      Array.from(byClient, ([id, same]) => [id, same.map(({ version }) => version)]),
    ),
  };
}

/** The loads by outcome and reason. */
function sameReason(left: readonly ClientLoad[]): readonly (readonly ClientLoad[])[] {
  return Array.from(groupBy(left, (load) => `${load.outcome}: ${firstReason(load)}`).values());
}

function unexplainedLoad(same: readonly ClientLoad[]): UnexplainedLoad {
  return {
    clients: inTargetOrder(same.map(idOf)),
    reason: firstReason(same[0]!),
    kind: kindOf(same[0]!),
    help: same[0]!.help,
  };
}

function kindOf(load: ClientLoad): UnexplainedLoad["kind"] {
  if (load.outcome === "unknown") return "unknown";
  if (load.hidden) return "by-choice";
  return firstReason(load) === insideReason ? "inside" : "dropped";
}

function firstReason({ reasons: [reason = ""] }: ClientLoad): string {
  return reason;
}

function idOf({ client }: ClientLoad): ClientId {
  return client as ClientId;
}
