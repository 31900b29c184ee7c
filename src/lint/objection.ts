import { type Checked, compareDiagnostics } from "./run-rules.ts";
import { help } from "../model/address.ts";
import type { Reason } from "../model/validator.ts";
import type { Diagnostic } from "../model/report.ts";
import type { Category, Origin, Severity } from "../model/rule.ts";
import type { SkillDocument } from "../model/skill.ts";
import { inTargetOrder, type Target } from "../model/target.ts";

/** Something that targets object to in a skill, before it is merged with the findings of the rules. */
export interface Objection extends Pick<Diagnostic, "ruleId" | "message"> {
  readonly origin?: Origin;
  /** The targets that object. */
  readonly by: readonly Target[];
  /** Present if the skill still works: the severity for a user who chose the target. */
  readonly remark?: Exclude<Severity, "error">;
  /**
   * The reasons that rules give for the same problem: a finding with one of these reasons already reports the
   * objection.
   */
  readonly reasons?: readonly Reason[];
  /** The rules that report the same problem. */
  readonly rules?: readonly string[];
  /** Line numbers in SKILL.md. The objection counts as reported only if each of them has a finding. */
  readonly lines?: readonly number[];
  /** The frontmatter key that the objection is about: only findings of `rules` on this field report it. */
  readonly field?: string;
  /** The file of the objection; absent for SKILL.md. */
  readonly file?: string;
  readonly related?: Diagnostic["related"];
}

/** What targets object to in a skill. */
export interface Objecting {
  readonly objections: readonly Objection[];
  /** The targets that were asked. */
  readonly asked: readonly Target[];
}

/**
 * The findings of the rules, and findings for objections that no rule reports. If a rule does, the objecting targets
 * are added to its finding.
 * Remarks count only for chosen targets. What a chosen target refuses is an error; the refusal of another target does
 * not change the severity of a rule's finding, and is a note if no rule reports it.
 */
export function joinObjections(
  { diagnostics, reasonsByFinding }: Checked,
  document: SkillDocument | undefined,
  objections: readonly Objection[],
  chosen: readonly Target[],
): readonly Diagnostic[] {
  const isChosen = (id: Target): boolean => chosen.includes(id);
  const relevant = objections.filter(({ remark, by }) => !remark || by.length === 0 || by.some(isChosen));
  const refusers = new Map<Diagnostic, readonly Target[]>();
  const unsaid = relevant.filter((objection) => {
    const said = findingsFor(objection, diagnostics, reasonsByFinding, document);
    if (!objection.remark)
      for (const finding of said) refusers.set(finding, [...(refusers.get(finding) ?? []), ...objection.by]);
    return said.length === 0;
  });
  const known = diagnostics.map((finding) => {
    const more = refusers.get(finding);
    if (!more) return finding;
    return {
      ...finding,
      refusedBy: inTargetOrder([...finding.refusedBy, ...more]),
      severity: more.some(isChosen) ? ("error" as const) : finding.severity,
    };
  });
  return [...known, ...unsaid.map((objection) => toFinding(objection, document, isChosen))].sort(
    compareDiagnostics,
  );
}

/** The findings that report the same problem; empty if one of the lines has no finding. */
function findingsFor(
  { reasons, rules, field, lines = [] }: Objection,
  findings: readonly Diagnostic[],
  reasonsByFinding: Checked["reasonsByFinding"],
  document: SkillDocument | undefined,
): readonly Diagnostic[] {
  const own = document?.file;
  const wanted = new Set(lines);
  const isOnOne = (finding: Diagnostic): boolean =>
    finding.file === own && linesOf(finding).some((line) => wanted.has(line));
  if (reasons)
    return findings.filter(
      (finding) =>
        reasonsByFinding.get(finding)?.some((reason) => reasons.includes(reason)) &&
        (lines.length === 0 || isOnOne(finding)),
    );
  const spoken = findings.filter(({ ruleId, file }) => file === own && rules?.includes(ruleId));
  if (field !== undefined) return spoken.filter((finding) => isOnField(finding, document, field));
  const spokenLines = new Set(spoken.flatMap(linesOf));
  return lines.every((line) => spokenLines.has(line)) ? spoken.filter(isOnOne) : [];
}

function isOnField({ start }: Diagnostic, document: SkillDocument | undefined, key: string): boolean {
  const field = document?.frontmatter?.fields.get(key);
  if (!field || !start) return false;
  const { keyRange, valueRange } = field;
  return keyRange.start.offset <= start.offset && start.offset <= valueRange.end.offset;
}

function linesOf({ start, end = start }: Diagnostic): readonly number[] {
  return start && end
    ? Array.from({ length: end.line - start.line + 1 }, (_, index) => start.line + index)
    : [];
}

function toFinding(
  { ruleId, origin = "guidance", message, by, remark, file, related = [], ...where }: Objection,
  document: SkillDocument | undefined,
  isChosen: (id: Target) => boolean,
): Diagnostic {
  const severity = remark ?? (by.some(isChosen) ? "error" : "info");
  return {
    ruleId,
    category: categoryOf(ruleId),
    origin,
    severity,
    message,
    file: file ?? document?.file ?? "SKILL.md",
    ...(file === undefined && document && placeIn(document, where)),
    refusedBy: remark ? [] : inTargetOrder(by),
    related,
    fixes: [],
    ...help(ruleId),
  };
}

/** As their pages say (`src/api/check/target-rules.ts`, `src/api/explain-archive.ts`). */
function categoryOf(ruleId: string): Category {
  if (ruleId.startsWith("archive-")) return "archive";
  return ruleId === "pack-unreadable" ? "files" : "portability";
}

/** The range of the objection's first line, or of the field's value. */
function placeIn(
  { source, frontmatter }: SkillDocument,
  { lines: [line] = [], reasons: [reason] = [], field: key }: Pick<Objection, "lines" | "reasons" | "field">,
): Pick<Diagnostic, "start" | "end"> {
  if (line !== undefined) {
    const start = source.lineStart(line);
    return plain(source.range(start, start + source.line(line).length));
  }
  const field = frontmatter?.fields.get(key ?? reason?.split("-")[0] ?? "");
  return field ? plain(field.style === "empty" ? field.keyRange : field.valueRange) : {};
}

/** Copies positions: findings must not keep the text in memory. */
function plain({
  start,
  end,
}: NonNullable<SkillDocument["frontmatter"]>["range"]): Pick<Diagnostic, "start" | "end"> {
  return { start, end };
}
