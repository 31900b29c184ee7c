import type { SkillCheck } from "../../../model/reports/check.ts";
import { groupBy } from "../../../core/group-by.ts";
import { rankRules } from "../../../model/ranked-rules.ts";
import { count } from "../../../core/sentence.ts";
import { toShellWord } from "../../../core/shell-word.ts";
import { show } from "../../../core/show.ts";
import {
  type Diagnostic,
  isChecked,
  isCounted,
  type Report,
  type ReporterContext,
  type Subject,
} from "../../../model/report.ts";
import { isAutomatic } from "../../../model/rule.ts";
import { checkTargets, isSystem, packable } from "../../../model/target.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import { joinPath } from "../../formats/locate.ts";
import type { SkillFinding } from "../../formats/worst.ts";
import { hasErrors } from "./check-verdicts.ts";

/** The results of `skills check` other than findings, and what the user typed. */
export interface CheckView {
  readonly checked: readonly SkillCheck[];
  readonly controls: readonly string[];
  /** Paths as typed; empty if the project's skills are checked. */
  readonly operands: readonly string[];
  /** Whether only changed or listed skills were checked. */
  readonly isFiltered: boolean;
  /** The options that a suggested command needs to check the same skills. */
  readonly keep: readonly string[];
  /** The command that starts the program, such as "skills". */
  readonly command: string;
  /** Skills that fixes do not improve, by "safe", or by the rule whose unsafe fixes were tried. */
  readonly useless: ReadonlyMap<string, ReadonlySet<string>>;
  /** The paths of the skills that a lock lists, which were installed and not written here. */
  readonly installed: readonly string[];
}

/** A suggested command. */
interface Proposal {
  readonly line: string;
  /** What the command does. */
  readonly about: string;
  /** The most severe rule that the command addresses. */
  readonly rule?: string;
}

/** Maximum number of suggestions, unless all are asked for. */
const mostProposals = 2;

/** The suggested commands after what they do, by the severity of their rule; for one rule, fixes precede `explain`. */
export function drawNext(
  report: Report,
  view: CheckView,
  { paint: { bold, dim }, width = Infinity, all = false }: ReporterContext,
): readonly string[] {
  const ranks = new Map(rankRules(report.subjects).map(({ ruleId }, at) => [ruleId, at]));
  const rankOf = ([first]: readonly Proposal[]): number => ranks.get(first?.rule ?? "") ?? ranks.size;
  const [safe, unsafe] = [proposeFixes(report, view), proposeUnsafeFixes(report, view)];
  // Safe fixes precede unsafe ones, also of a more severe rule.
  const placeOf = (group: readonly Proposal[]): number =>
    group === safe ? Math.min(rankOf(safe), rankOf(unsafe)) : rankOf(group);
  const proposals = [
    safe,
    proposeRename(report, view),
    unsafe,
    explain(report, view),
    proposePack(report, view),
  ]
    .sort((a, b) => placeOf(a) - placeOf(b))
    .flatMap((group) => (all ? group : group.slice(0, 1)))
    .slice(0, all ? undefined : mostProposals);
  return proposals.flatMap(({ line, about }) => {
    const label = `${about}:`;
    return label.length + 1 + line.length <= width
      ? [`${dim(label)} ${bold(line)}`]
      : [...wrap(label, width).map(dim), `  ${bold(line)}`];
  });
}

/** The findings of uploaders and agents, which only `check` makes, so that `explain` does not find them again. */
const byTarget = /^(?:smoke|upload|pack)-/;

/**
 * Suggests to explain the first finding of the worst rule where it is, unless `explain` may not find it, as it asks
 * under the settings of the project; otherwise the rule.
 */
function explain({ subjects }: Report, { command, keep }: CheckView): readonly Proposal[] {
  const [worst] = rankRules(subjects);
  if (!worst) return [];
  const isFound = keep.length === 0 && !byTarget.test(worst.ruleId);
  const [location] = subjects
    .filter(isOnDisk)
    .flatMap(({ path, findings }) =>
      findings.flatMap((finding) =>
        finding.ruleId === worst.ruleId && isCounted(finding) && finding.start
          ? [`${joinPath(path, finding.file)}:${finding.start.line}`]
          : [],
      ),
    );
  return [
    {
      line:
        isFound && location !== undefined
          ? withPaths(`${command} explain`, [location])
          : `${command} explain ${worst.ruleId}`,
      about: "See why",
      rule: worst.ruleId,
    },
  ];
}

/** Suggests the safe fixes. Ignores the baseline, as `--fix` does. */
function proposeFixes(report: Report, view: CheckView): readonly Proposal[] {
  const useless = view.useless.get("safe");
  const safe = unsuppressedFindings(report).filter(
    ({ subject, finding: { fixes } }) =>
      !useless?.has(subject.path) && fixes.some((fix) => fix.safe && isAutomatic(fix)),
  );
  const counted = safe.find(({ finding }) => isCounted(finding));
  const rank = rankRules(report.subjects).find(({ ruleId }) =>
    safe.some(({ finding }) => finding.ruleId === ruleId && isCounted(finding)),
  );
  if (!counted || !rank) return [];
  return [
    {
      line: withPaths(`${view.command} check --fix`, scopeOf(safe, view), view.keep),
      about: `Fix ${count(safe.length, "finding")}`,
      rule: rank.ruleId,
    },
  ];
}

/** Suggests the unsafe fixes of the most severe rule for which they help, first as a dry run; never for notes. */
function proposeUnsafeFixes(report: Report, view: CheckView): readonly Proposal[] {
  for (const { ruleId, severity } of rankRules(report.subjects)) {
    if (severity === "info") return [];
    const useless = view.useless.get(ruleId);
    const placed = unsuppressedFindings(report).filter(
      ({ subject, finding }) =>
        finding.ruleId === ruleId &&
        !useless?.has(subject.path) &&
        !newName(finding) &&
        finding.fixes.some((fix) => !fix.safe && isAutomatic(fix)) &&
        !finding.fixes.some((fix) => fix.safe && isAutomatic(fix)),
    );
    if (placed.some(({ finding }) => isCounted(finding))) return proposeUnsafe(ruleId, placed, view);
  }
  return [];
}

function unsuppressedFindings({ subjects }: Report): readonly SkillFinding[] {
  return subjects
    .filter(isOnDisk)
    .flatMap((subject) =>
      subject.findings.filter(({ suppressed }) => !suppressed).map((finding) => ({ subject, finding })),
    );
}

/** For one rule only, as the user has to review the result. */
function proposeUnsafe(rule: string, placed: readonly SkillFinding[], view: CheckView): readonly Proposal[] {
  const line = (flags: string): string =>
    withPaths(
      `${view.command} check --unsafe-fixes --fix-rule ${rule}${flags}`,
      scopeOf(placed, view),
      view.keep,
    );
  return [
    {
      line: line(" --dry-run"),
      about: `Preview unsafe fixes of ${count(placed.length, "finding")}, which may change what a skill means`,
      rule,
    },
    { line: line(""), about: "Apply these fixes", rule },
  ];
}

/** Suggests to rename the directory if the name in SKILL.md is valid. */
function proposeRename({ subjects }: Report, view: CheckView): readonly Proposal[] {
  const taken = new Set(subjects.map(({ path }) => path));
  const misnamed = subjects.flatMap((subject) => {
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
  const [first] = misnamed;
  if (!first) return [];
  const rest = misnamed.length === 1 ? "" : `; ${count(misnamed.length - 1, "more skill")} to rename`;
  return [
    {
      line: `${withPaths(`${view.command} rename`, [first.subject.path])} ${first.name}`,
      about: `Rename the directory to match the name${rest}`,
      rule: "name-matches-directory",
    },
  ];
}

/** Whether the files of the skill have the paths of the report, unlike those of standard input or of an archive. */
function isOnDisk({ kind, path }: Subject): boolean {
  return kind !== "archive" && path !== "-";
}

/** Whether the skill is below the working directory, which cannot be renamed from within. */
function isNested(subject: Subject): boolean {
  return isOnDisk(subject) && !/^\.{1,2}(?:\/\.{1,2})*\/?$/.test(subject.path);
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

/** The paths as typed; if only some skills were checked, the paths of these, so that no other skill is changed. */
function scopeOf(placed: readonly SkillFinding[], { operands, isFiltered }: CheckView): readonly string[] {
  return isFiltered ? Array.from(new Set(placed.map(({ subject }) => subject.path))) : operands;
}

/**
 * Directories for the project's own agents. A skill in one of them is a copy if the same skill is elsewhere, or if a
 * lock lists it.
 */
const agentPlaces = /^\.(?:agents|claude|github)\/skills\//;

/**
 * Suggests to pack the skills, without copies, skills with duplicate names, skills that a chosen target refuses,
 * skills that do not work in any agent, and skills with a secret.
 */
function proposePack({ subjects, targets }: Report, view: CheckView): readonly Proposal[] {
  if (subjects.some(hasErrors)) return [];
  const packed = new Set(view.checked.flatMap(({ skill, pack }) => (pack ? [skill] : [])));
  const skills = subjects.filter(isChecked);
  const own = skills.filter((subject) => !isCopy(subject, skills, view));
  const sound = own.filter(
    (subject) =>
      packed.has(subject.path) &&
      !targets.some((id) => subject.verdicts[id] === "refuses") &&
      worksSomewhere(subject) &&
      !hasSecret(subject),
  );
  const names = groupBy(sound, ({ path, name }) => name ?? path);
  const wanted = sound.filter(({ path, name }) => names.get(name ?? path)?.length === 1);
  const paths = wanted.length === 0 ? undefined : coverPaths(wanted, skills, view);
  if (!paths) return [];
  const named = packable(targets);
  return [
    {
      line: withPaths(`${view.command} pack${named.length > 0 ? ` --target ${named.join(",")}` : ""}`, paths),
      about: wanted.length === 1 ? "Create an archive" : `Create ${count(wanted.length, "archive")}`,
    },
  ];
}

/** Whether a key, token or password would be in the archive. */
function hasSecret({ findings }: Subject): boolean {
  return findings.some((finding) => isCounted(finding) && finding.ruleId === "secret-literal");
}

function isCopy({ path, name }: Subject, skills: readonly Subject[], { installed }: CheckView): boolean {
  return (
    agentPlaces.test(path) &&
    (installed.includes(path) ||
      skills.some((other) => other.path !== path && other.name === name && !agentPlaces.test(other.path)))
  );
}

/** Whether the skill works in at least one agent. If the self-test of the checks failed, agents have no verdicts. */
function worksSomewhere({ verdicts }: Subject): boolean {
  const asked = checkTargets.filter((id) => isSystem(id) && verdicts[id] !== undefined);
  return asked.length === 0 || asked.some((id) => verdicts[id] === "accepts");
}

/** Maximum number of paths in a suggested command. */
const mostPaths = 8;

/** Paths that contain exactly these skills; undefined if there are too many. `skills` contains all checked skills. */
function coverPaths(
  wanted: readonly Subject[],
  skills: readonly Subject[],
  { operands, isFiltered }: CheckView,
): readonly string[] | undefined {
  const paths = wanted.map(({ path }) => path);
  const each = paths.length <= mostPaths ? paths : undefined;
  // A directory may contain skills that were not checked.
  if (isFiltered) return each;
  if (wanted.length === skills.length && operands.length > 0) return operands;
  if (paths.length === 1) return paths;
  const others = skills.filter((skill) => !wanted.includes(skill)).map(({ path }) => path);
  const roots = Array.from(groupBy(paths, (path) => path.split("/")[0]).values(), commonDirectory);
  const isPure = roots.every((root) => !others.some((other) => other.startsWith(`${root}/`)));
  if (isPure && roots.length <= mostPaths) return roots;
  // Directories that start with a dot must be listed, as git may ignore them.
  return each ?? (others.length === 0 && !paths.some((path) => path.startsWith(".")) ? ["."] : undefined);
}

function commonDirectory(paths: readonly string[]): string {
  if (paths.length === 1) return paths[0]!;
  const [first = [], ...rest] = paths.map((path) => path.split("/"));
  const length = first.findIndex((word, at) => rest.some((words) => words[at] !== word));
  return first.slice(0, length === -1 ? undefined : length).join("/");
}

/** The command with its paths as typed; unsafe paths are replaced with PATH. `options` precede the paths. */
function withPaths(command: string, paths: readonly string[], options: readonly string[] = []): string {
  const words = paths
    .filter((path) => path !== "-")
    .map((path) => (show(path, Infinity) === path ? toShellWord(path) : "PATH"));
  const kept = options.map((word) => (show(word, Infinity) === word ? toShellWord(word) : "VALUE"));
  return [command, ...kept, ...(paths.some((path) => /^-./.test(path)) ? ["--"] : []), ...words].join(" ");
}
