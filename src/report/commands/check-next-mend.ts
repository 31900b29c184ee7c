import { type Diagnostic, isCounted, type Report, type Subject } from "../../model/report.ts";
import { rankRules } from "../../core/ranked-rules.ts";
import { count, grouped } from "../../core/sentence.ts";
import type { Placed } from "../formats/worst.ts";
import type { Proposal } from "./check-next.ts";
import { withPaths } from "./check-next-paths.ts";
import type { CheckView } from "./check-text.ts";
import { isMade } from "./fix-text.ts";

/** The safe fixes, which are made at once. Without the baseline, as fixes know of none. */
export function proposeFixes(report: Report, view: CheckView): readonly Proposal[] {
  const useless = view.useless.get("safe");
  const safe = fixable(report).filter(
    ({ subject, finding: { fixes } }) =>
      !useless?.has(subject.path) && fixes.some((fix) => fix.safe && isMade(fix)),
  );
  const counted = safe.find(({ finding }) => isCounted(finding));
  const rank = rankRules(report.subjects).find(({ ruleId }) =>
    safe.some(({ finding }) => finding.ruleId === ruleId && isCounted(finding)),
  );
  if (!counted || !rank) return [];
  return [
    {
      line: withPaths(`${view.command} check --fix`, scopeOf(safe, view), view.keep),
      about: `mends ${count(safe.length, "finding")}, and changes no meaning`,
      rule: rank.ruleId,
    },
  ];
}

/** The unsafe fixes of the worst rule that has some of use, first to be looked at; never for what is only a note. */
export function proposeUnsafeFixes(report: Report, view: CheckView): readonly Proposal[] {
  for (const { ruleId, severity } of rankRules(report.subjects)) {
    if (severity === "info") return [];
    const useless = view.useless.get(ruleId);
    const placed = fixable(report).filter(
      ({ subject, finding }) =>
        finding.ruleId === ruleId &&
        !useless?.has(subject.path) &&
        !newName(finding) &&
        finding.fixes.some((fix) => !fix.safe && isMade(fix)) &&
        !finding.fixes.some((fix) => fix.safe && isMade(fix)),
    );
    if (placed.some(({ finding }) => isCounted(finding))) return proposeUnsafe(ruleId, placed, view);
  }
  return [];
}

function fixable({ subjects }: Report): readonly Placed[] {
  return subjects
    .filter(({ path }) => path !== "-")
    .flatMap((subject) =>
      subject.findings.filter(({ suppressed }) => !suppressed).map((finding) => ({ subject, finding })),
    );
}

/** Of one rule alone: what may change the meaning is to be looked at. */
function proposeUnsafe(rule: string, placed: readonly Placed[], view: CheckView): readonly Proposal[] {
  const line = (flags: string): string =>
    withPaths(
      `${view.command} check --unsafe-fixes --fix-rule ${rule}${flags}`,
      scopeOf(placed, view),
      view.keep,
    );
  return [
    {
      line: line(" --dry-run"),
      about: `shows what would mend ${count(placed.length, "finding")} of ${rule}; it may change what a skill means`,
      rule,
    },
    { line: line(""), about: "makes these changes", rule },
  ];
}

/** Where the name in SKILL.md would do, the directory is to have it. */
export function proposeRename({ subjects }: Report, view: CheckView): readonly Proposal[] {
  const taken = new Set(subjects.map(({ path }) => path));
  const astray = subjects.flatMap((subject) => {
    const name = subject.findings
      .filter(isCounted)
      .map(newName)
      .find((each) => each !== undefined);
    return name === undefined ||
      !isNested(subject) ||
      view.installed.includes(subject.path) ||
      taken.has(subject.path.slice(0, subject.path.lastIndexOf("/") + 1) + name)
      ? []
      : [{ subject, name }];
  });
  const [first] = astray;
  if (!first) return [];
  const rest = astray.length === 1 ? "" : `; ${grouped(astray.length - 1)} more like it`;
  return [
    {
      line: `${withPaths(`${view.command} rename`, [first.subject.path])} ${first.name}`,
      about: `gives the directory the name that the skill has${rest}`,
      rule: "name-matches-directory",
    },
  ];
}

/** One that is not the working directory, which cannot be renamed from within. */
function isNested({ path }: Subject): boolean {
  return path !== "-" && !/^\.{1,2}(?:\/\.{1,2})*\/?$/.test(path);
}

function newName({ ruleId, fixes }: Diagnostic): string | undefined {
  const renaming =
    ruleId === "name-matches-directory"
      ? fixes.flatMap(({ operations }) =>
          operations.flatMap((operation) => (operation.kind === "rename-directory" ? [operation.to] : [])),
        )
      : [];
  return renaming[0];
}

/** What was typed; where not all was looked at, the skills themselves, so that no other is changed. */
function scopeOf(placed: readonly Placed[], { operands, isNarrowed }: CheckView): readonly string[] {
  return isNarrowed ? Array.from(new Set(placed.map(({ subject }) => subject.path))) : operands;
}
