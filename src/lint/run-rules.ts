import { helpFor } from "../model/address.ts";
import { copyText } from "../core/bytes.ts";
import { compareText } from "../core/order.ts";
import type { Position, Range } from "../core/place.ts";
import type { SourceText } from "../core/source-text.ts";
import type { Claim } from "../model/answer.ts";
import { type ValidatorRefusals, type Reason, type ValidatorId, validatorIds } from "../model/validator.ts";
import type { Diagnostic, Excerpt, Subject } from "../model/report.ts";
import {
  type Finding,
  type Fix,
  type Operation,
  reasonsOf,
  type Rule,
  type RuleMeta,
  type Severity,
} from "../model/rule.ts";
import { inTargetOrder, quoteKeeper, type Target } from "../model/target.ts";
import { withoutContradictions } from "./contradictions.ts";
import { mergeCauses } from "./one-cause.ts";

export interface RunRulesOptions {
  /** The targets whose refusal is an error. */
  readonly targets: readonly Target[];
  /** The clients to report, if they were chosen. */
  readonly clients?: readonly Target[] | undefined;
  /** The results of the validators for the subject; empty if none ran. */
  readonly validatorRefusals: readonly ValidatorRefusals[];
  /** Returns a text by its path from the skill's root, for the excerpt of a finding. */
  readonly textOf?: ((file: string) => Lines | undefined) | undefined;
  /** Whether an edit changes words in code. A fix that does is not safe, whatever its rule declares. */
  readonly changesCode?: ((edit: EditChange) => boolean) | undefined;
  /** Runs a rule's work and times it. */
  readonly timeRule?: ((ruleId: string, work: () => void) => void) | undefined;
}

/** The lines of a text, by number from 1, without line endings. */
type Lines = Pick<SourceText, "line">;

export type EditChange = Extract<Operation, { readonly kind: "edit" }>;

export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  /** For each finding, the reasons that it reports; used to find the reasons that no rule reports. */
  readonly reasonsByFinding: ReadonlyMap<Diagnostic, readonly Reason[]>;
  /** Absent if there is none. */
  readonly claims?: readonly Claim[];
}

/** Runs every rule on the subject, completes the findings and sorts them by position. */
export function runRules<Input>(
  subject: Input,
  rules: readonly Rule<Input>[],
  options: RunRulesOptions,
): Checked {
  const diagnostics: Diagnostic[] = [];
  const claims: Claim[] = [];
  const reasonsFor = new Map<Diagnostic, readonly Reason[]>();
  const { targets, clients } = options;
  const context = { subject, targets, clients };
  const run = (rule: Rule<Input>): void => {
    const found = rule.check(context);
    // A fast path: most rules find nothing in most skills, and iterating an empty array costs as much as the rule
    // itself.
    if (Array.isArray(found) && found.length === 0) return;
    for (const finding of found) {
      const diagnostic = stamp(rule.meta, finding, options);
      if (finding.unique !== undefined) {
        claims.push({ value: finding.unique, finding: diagnostic });
        continue;
      }
      const reasons = reasonsOf(finding);
      if (reasons.length > 0) reasonsFor.set(diagnostic, reasons);
      diagnostics.push(diagnostic);
    }
  };
  const { timeRule } = options;
  for (const rule of rules) {
    if (!concerns(rule.meta, options)) continue;
    if (timeRule) timeRule(rule.meta.id, () => run(rule));
    else run(rule);
  }
  diagnostics.sort(compareDiagnostics);
  const { merged, origins } = mergeCauses(diagnostics);
  const settled = withoutContradictions(merged);
  const reasonsByFinding = new Map<Diagnostic, readonly Reason[]>();
  for (const [at, diagnostic] of settled.entries()) {
    const each = merged[at]!;
    const reasons = (origins.get(each) ?? [each]).flatMap((origin) => reasonsFor.get(origin) ?? []);
    if (reasons.length > 0) reasonsByFinding.set(diagnostic, reasons);
  }
  return { diagnostics: settled, reasonsByFinding, ...(claims.length > 0 && { claims }) };
}

/** Whether a rule about only one client runs, as that client was chosen or none was. */
export function concerns(
  { only, origin }: RuleMeta,
  { targets, clients }: Pick<RunRulesOptions, "targets" | "clients">,
): boolean {
  return !only || clients === undefined || [...clients, ...targets].some((id) => origin === `client:${id}`);
}

/**
 * Completes a rule's finding with its id, severity and help URL, and the targets that refuse the skill because of it.
 */
export function stamp(
  meta: RuleMeta,
  finding: Finding,
  {
    targets,
    validatorRefusals,
    textOf,
    changesCode,
  }: Pick<RunRulesOptions, "targets" | "validatorRefusals" | "textOf" | "changesCode">,
): Diagnostic {
  const refusedBy = refusedByOf(finding, validatorRefusals);
  const { message, file, range, related = [], fixes = [] } = finding;
  const place = range && { start: range.start, end: range.end };
  const excerpt = place && excerptOf(place.start, textOf?.(file));
  return {
    ruleId: meta.id,
    category: meta.category,
    origin: meta.origin,
    severity: severityOf(meta, finding, refusedBy, targets),
    message,
    file,
    ...place,
    refusedBy,
    related: related.map(withPlainRange),
    fixes: withoutUnfit(fixes, targets, (each) => textOf?.(each)).map((fix) => ({
      ...fix,
      safe: isSafe(fix, changesCode),
      operations: fix.operations.map((operation) =>
        operation.kind === "edit" ? withPlainRange(operation) : operation,
      ),
    })),
    ...helpFor(meta),
    ...(excerpt && { excerpt }),
  };
}

function refusedByOf(finding: Finding, validatorRefusals: readonly ValidatorRefusals[]): readonly Target[] {
  if (!finding.refusals) return [];
  const reasons = reasonsOf(finding);
  const named = finding.refusals.flatMap(({ target = [] }) => target);
  const refusing = validatorIds.filter((id) =>
    reasons.some((reason) => refusesFor(validatorRefusals, id, reason)),
  );
  return named.length + refusing.length > 0 ? inTargetOrder([...named, ...refusing]) : [];
}

/** Without the fixes for which a chosen target would refuse a skill that it accepts. */
function withoutUnfit(
  fixes: readonly Fix[],
  targets: readonly Target[],
  textOf: (file: string) => Lines | undefined,
): readonly Fix[] {
  if (quoteKeeper(targets) === undefined) return fixes;
  return fixes.filter(({ operations }) => !operations.some((operation) => quotesName(operation, textOf)));
}

/** Whether the edit puts quotes around a name. */
function quotesName(operation: Operation, textOf: (file: string) => Lines | undefined): boolean {
  if (operation.kind !== "edit" || !/^\s*["']/.test(operation.text)) return false;
  const { line, column } = operation.range.start;
  return /^name:[ \t]*$/.test(
    textOf(operation.file)
      ?.line(line)
      .slice(0, column - 1) ?? "",
  );
}

function isSafe({ safe, operations }: Fix, changesCode: RunRulesOptions["changesCode"]): boolean {
  return (
    safe && !operations.some((operation) => operation.kind === "edit" && (changesCode?.(operation) ?? false))
  );
}

/** Computes a lazy range now, as diagnostics must not keep the text in memory. */
function withPlainRange<Placed extends { readonly range?: Range }>(placed: Placed): Placed {
  return placed.range ? { ...placed, range: { start: placed.range.start, end: placed.range.end } } : placed;
}

function refusesFor(
  validatorRefusals: readonly ValidatorRefusals[],
  id: ValidatorId,
  reason: Reason,
): boolean {
  return validatorRefusals.some(
    ({ validator, refusals }) => validator === id && refusals.some((refusal) => refusal.reason === reason),
  );
}

function severityOf(
  meta: RuleMeta,
  finding: Finding,
  refusedBy: readonly Target[],
  targets: readonly Target[],
): Severity {
  if (meta.danger || refusedBy.some((id) => targets.includes(id))) return "error";
  return finding.severity ?? meta.severity;
}

const rank = { error: 0, warning: 1, info: 2 } as const satisfies Record<Severity, number>;

/** Orders by file, position, severity, rule and message, so that the order is the same on every machine. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.file, b.file) ||
    (a.start?.offset ?? -1) - (b.start?.offset ?? -1) ||
    rank[a.severity] - rank[b.severity] ||
    compareText(a.ruleId, b.ruleId) ||
    compareText(a.message, b.message)
  );
}

/** Adds findings to a skill, such as those of collection rules. */
export function withFindings<Found extends { readonly subject: Subject }>(
  skill: Found,
  more: readonly Diagnostic[] = [],
): Found {
  const { subject } = skill;
  if (more.length === 0) return skill;
  return {
    ...skill,
    subject: { ...subject, findings: [...subject.findings, ...more].sort(compareDiagnostics) },
  };
}

/** Number of UTF-16 code units that are shown on either side of the range if the line is longer. */
const reach = 1000;

/** The line of a range, shortened if it is long; undefined if there is no text. */
export function excerptOf(start: Position, source: Lines | undefined): Excerpt | undefined {
  if (!source) return undefined;
  const line = source.line(start.line);
  if (line.length <= 2 * reach) return { line: copyText(line), skipped: 0 };
  const skipped = Math.max(0, start.column - 1 - reach);
  return { line: copyText(line.slice(skipped, skipped + 2 * reach)), skipped };
}
