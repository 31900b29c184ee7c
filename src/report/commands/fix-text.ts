import type { Report } from "../../model/report.ts";
import type { SkillFix, UnappliedSkillFix } from "../../model/reports/lint.ts";
import { isAutomatic } from "../../model/rule.ts";
import { count, grouped } from "../../core/sentence.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { clean, cleanPath } from "../drawing/width.ts";
import { countByRule } from "../formats/worst.ts";

/** If there are more fixes, only a few are shown, and all are counted by rule. */
const shownFixed = { all: 20, some: 5 };

/** Applied fixes, one per line, or the first few and the number per rule; then the number of unsafe fixes. */
export function fixText(fixed: readonly SkillFix[], left: readonly UnappliedSkillFix[]): string {
  return `${describeFixed(fixed)
    .map((line) => `${line}\n`)
    .join("")}${unsafeNote(fixed, left)}`;
}

/** The number of findings for which only an unsafe fix is left; empty if there is none. */
export function unsafeNote(fixed: readonly SkillFix[], left: readonly UnappliedSkillFix[]): string {
  const unsafe = left.filter(({ reason }) => reason === "unsafe").length;
  const what = count(unsafe, fixed.length > 0 ? "more finding" : "finding");
  return unsafe === 0
    ? ""
    : `${what} ${unsafe === 1 ? "is" : "are"} fixable with --unsafe-fixes, which may change what a skill means\n`;
}

/** Maximum number of fixes that are listed as not applied. */
const shownLeft = 10;

const reasons = {
  unsafe: "may change what the skill means (--unsafe-fixes applies it)",
  overlap: "overlaps a fix that was applied",
  impossible: "cannot be applied here",
} as const;

/**
 * Applied fixes, then fixes that were not applied with the reason, one per line; many fixes are shortened to a count
 * per rule.
 */
export function detailedFixText(fixed: readonly SkillFix[], left: readonly UnappliedSkillFix[]): string {
  const lines = left
    .slice(0, shownLeft)
    .map(({ reason, ...fix }) => `${describe(fix, "not fixed")}: ${reasons[reason]}`);
  const more = left.length - lines.length;
  return [...describeFixed(fixed), ...lines, ...(more > 0 ? [`and ${grouped(more)} more not fixed`] : [])]
    .map((line) => `${line}\n`)
    .join("");
}

function describeFixed(fixed: readonly SkillFix[]): readonly string[] {
  if (fixed.length <= shownFixed.all) return fixed.map((fix) => describe(fix, "fixed"));
  const files = new Set(fixed.map(({ path, file }) => JSON.stringify([path, file]))).size;
  return [
    ...fixed.slice(0, shownFixed.some).map((fix) => describe(fix, "fixed")),
    `and ${grouped(fixed.length - shownFixed.some)} more: fixed ${count(fixed.length, "finding")} in ${count(files, "file")}, ${countByRule(fixed)}`,
  ];
}

function describe({ path, file, title, ruleId }: SkillFix, done: string): string {
  return `${cleanPath(path === "." ? file : `${path}/${file}`)}: ${done}: ${title.charAt(0).toLowerCase()}${clean(title.slice(1))} [${ruleId}]`;
}

/**
 * The number of fixable findings, wrapped at `width` columns. Empty if there are none, or if the skill is read from
 * standard input or an archive.
 */
export function fixHint({ subjects }: Report, width = Infinity): string {
  let [safe, unsafe] = [0, 0];
  for (const { kind, path, findings } of subjects)
    for (const { fixes, suppressed } of path === "-" || kind === "archive" ? [] : findings) {
      const made = suppressed ? [] : fixes.filter(isAutomatic);
      if (made.some((fix) => fix.safe)) safe++;
      else if (made.length > 0) unsafe++;
    }
  const parts = [
    ...(safe > 0 ? ["with --fix"] : []),
    ...(unsafe > 0
      ? [
          `${safe > 0 ? `${grouped(unsafe)} more ` : ""}with --unsafe-fixes, which may change what a skill means`,
        ]
      : []),
  ];
  return parts.length === 0
    ? ""
    : `${wrap(describeFixable(safe > 0 ? safe : unsafe, parts), width).join("\n")}\n`;
}

function describeFixable(amount: number, flags: readonly string[]): string {
  return `${count(amount, "finding")} ${amount === 1 ? "is" : "are"} fixable ${flags.join(", ")}`;
}
