import { isCounted } from "../../core/counted.ts";
import type { Diagnostic, Report, Subject } from "../../core/report.ts";
import { count, grouped } from "../../core/sentence.ts";
import type { Placed } from "../formats/worst.ts";
import type { Proposal } from "./check-next.ts";
import { withPaths } from "./check-next-paths.ts";
import type { CheckView } from "./check-text.ts";
import { isMade } from "./fix-text.ts";

/** Safe fixes at once; where there are none, the others, first to be looked at. Without the baseline, as fixes know of none. */
export function proposeFixes({ subjects }: Report, view: CheckView): readonly Proposal[] {
  const mendable = subjects
    .filter(({ path }) => path !== "-")
    .flatMap((subject) =>
      subject.findings.filter(({ suppressed }) => !suppressed).map((finding) => ({ subject, finding })),
    );
  const safe = mendable.filter(({ finding: { fixes } }) => fixes.some((fix) => fix.safe && isMade(fix)));
  if (safe.some(({ finding }) => isCounted(finding)))
    return [
      {
        line: withPaths(`${view.command} check --fix`, scopeOf(safe, view), view.keep),
        about: `mends ${count(safe.length, "finding")}, and changes no meaning`,
      },
    ];
  const unsafe = mendable.filter(({ finding }) => finding.fixes.some(isMade) && !newName(finding));
  const rule = unsafe.find(({ finding }) => isCounted(finding))?.finding.ruleId;
  return rule === undefined
    ? []
    : proposeUnsafe(
        rule,
        unsafe.filter(({ finding }) => finding.ruleId === rule),
        view,
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
    },
    { line: line(""), about: "makes these changes" },
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
