import type { SkillCheck } from "../../../results/check.ts";
import { groupBy } from "../../../core/group-by.ts";
import { rankRules } from "../../../model/ranked-rules.ts";
import { count } from "../../../core/sentence.ts";
import { toShellWord } from "../../../core/shell-word.ts";
import { show } from "../../../core/show.ts";
import {
  type Diagnostic,
  isCounted,
  type Report,
  type ReporterContext,
  type Subject,
} from "../../../model/report.ts";
import { checkTargets, isSystem } from "../../../model/target.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import type { Placed } from "../../formats/worst.ts";
import { isMade } from "../fix-text.ts";
import { hasErrors } from "./check-verdicts.ts";

/** What `skills check` found beside findings, and what the user typed. */
export interface CheckView {
  readonly checked: readonly SkillCheck[];
  readonly controls: readonly string[];
  /** What was typed; empty for the skills of the project. */
  readonly operands: readonly string[];
  /** Not all skills there were looked at, but those that changed or were listed. */
  readonly isFiltered: boolean;
  /** Options that a command has to have to find the same, as words. */
  readonly keep: readonly string[];
  /** How the program is started, such as "skills". */
  readonly command: string;
  /** By "safe" or the rule whose unsafe fixes were tried: the skills that these make no better. */
  readonly useless: ReadonlyMap<string, ReadonlySet<string>>;
  /** The paths of the skills that a lock lists, and that so have come from elsewhere. */
  readonly installed: readonly string[];
}

/** A command that is worth typing. */
interface Proposal {
  readonly line: string;
  /** What it does. */
  readonly about: string;
  /** The worst rule that it is about. */
  readonly rule?: string;
}

/** More would be a list, and not a next step. */
const mostProposals = 4;

/** The commands that are worth typing now: worst first by the rule that each is about, and of one rule what fixes it before what explains it. */
export function drawNext(
  report: Report,
  view: CheckView,
  { paint: { bold, dim }, width = Infinity }: ReporterContext,
): readonly string[] {
  const ranks = new Map(rankRules(report.subjects).map(({ ruleId }, at) => [ruleId, at]));
  const rankOf = ([first]: readonly Proposal[]): number => ranks.get(first?.rule ?? "") ?? ranks.size;
  const proposals = upToMost(
    [
      proposeFixes(report, view),
      proposeRename(report, view),
      proposeUnsafeFixes(report, view),
      explain(report, view),
      proposePack(report, view),
    ].sort((a, b) => rankOf(a) - rankOf(b)),
  );
  const lines = proposals.flatMap(({ line, about }) => [
    ...wrap(about, width - 4).map((each) => `  ${dim(`# ${each}`)}`),
    `  ${bold(line)}`,
  ]);
  return lines.length === 0 ? [] : ["Next:", ...lines];
}

/** Commands that go together are proposed together, or not at all. */
function upToMost(groups: readonly (readonly Proposal[])[]): readonly Proposal[] {
  const none: readonly Proposal[] = [];
  return groups.reduce(
    (chosen, group) => (chosen.length + group.length > mostProposals ? chosen : [...chosen, ...group]),
    none,
  );
}

function explain({ subjects }: Report, { command }: CheckView): readonly Proposal[] {
  const [worst] = rankRules(subjects);
  return worst
    ? [
        {
          line: `${command} explain ${worst.ruleId}`,
          about: "why, and how to fix it",
          rule: worst.ruleId,
        },
      ]
    : [];
}

/** The safe fixes, which are made at once. Without the baseline, as fixes know of none. */
function proposeFixes(report: Report, view: CheckView): readonly Proposal[] {
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
      about: `fixes ${count(safe.length, "finding")}`,
      rule: rank.ruleId,
    },
  ];
}

/** The unsafe fixes of the worst rule that has some of use, first to be looked at; never for what is only a note. */
function proposeUnsafeFixes(report: Report, view: CheckView): readonly Proposal[] {
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
      about: `previews unsafe fixes for ${count(placed.length, "finding")} of ${rule}, which may change what a skill means`,
      rule,
    },
    { line: line(""), about: "applies these fixes", rule },
  ];
}

/** Where the name in SKILL.md would do, the directory is to have it. */
function proposeRename({ subjects }: Report, view: CheckView): readonly Proposal[] {
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
  const rest = astray.length === 1 ? "" : `; ${count(astray.length - 1, "more skill")} to rename`;
  return [
    {
      line: `${withPaths(`${view.command} rename`, [first.subject.path])} ${first.name}`,
      about: `renames the directory to match the name of the skill${rest}`,
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
function scopeOf(placed: readonly Placed[], { operands, isFiltered }: CheckView): readonly string[] {
  return isFiltered ? Array.from(new Set(placed.map(({ subject }) => subject.path))) : operands;
}

/** Where a project keeps skills for its own agents: those that also stand elsewhere, or that a lock lists, came from there. */
const agentPlaces = /^\.(?:agents|claude|github)\/skills\//;

/** Only what would be packed and used: no copies, nothing that a chosen target refuses or that fails in every system, no two of one name. */
function proposePack({ subjects, targets }: Report, view: CheckView): readonly Proposal[] {
  if (subjects.some(hasErrors)) return [];
  const packed = new Set(view.checked.flatMap(({ skill, pack }) => (pack ? [skill] : [])));
  const skills = subjects.filter(({ kind }) => kind !== "config");
  const own = skills.filter((subject) => !isCopy(subject, skills, view));
  const sound = own.filter(
    (subject) =>
      packed.has(subject.path) &&
      !targets.some((id) => subject.verdicts[id] === "refuses") &&
      worksSomewhere(subject),
  );
  const names = groupBy(sound, ({ path, name }) => name ?? path);
  const wanted = sound.filter(({ path, name }) => names.get(name ?? path)?.length === 1);
  const paths = wanted.length === 0 ? undefined : coverPaths(wanted, skills, view);
  if (!paths) return [];
  const named = targets.filter((id) => !isSystem(id) && id !== "spec");
  return [
    {
      line: withPaths(`${view.command} pack${named.length > 0 ? ` --target ${named.join(",")}` : ""}`, paths),
      about: wanted.length === 1 ? "creates an archive" : `creates ${count(wanted.length, "archive")}`,
    },
  ];
}

function isCopy({ path, name }: Subject, skills: readonly Subject[], { installed }: CheckView): boolean {
  return (
    agentPlaces.test(path) &&
    (installed.includes(path) ||
      skills.some((other) => other.path !== path && other.name === name && !agentPlaces.test(other.path)))
  );
}

/** Systems are not asked where their controls fail. */
function worksSomewhere({ verdicts }: Subject): boolean {
  const asked = checkTargets.filter((id) => isSystem(id) && verdicts[id] !== undefined);
  return asked.length === 0 || asked.some((id) => verdicts[id] === "accepts");
}

/** Paths that a proposed command has at most. */
const mostPaths = 8;

/** Paths below which there are these skills and no other; absent where that takes too many. `skills` are all that were looked at. */
function coverPaths(
  wanted: readonly Subject[],
  skills: readonly Subject[],
  { operands, isFiltered }: CheckView,
): readonly string[] | undefined {
  const paths = wanted.map(({ path }) => path);
  const each = paths.length <= mostPaths ? paths : undefined;
  // Below a directory there may be skills that were not looked at.
  if (isFiltered) return each;
  if (wanted.length === skills.length && operands.length > 0) return operands;
  if (paths.length === 1) return paths;
  const others = skills.filter((skill) => !wanted.includes(skill)).map(({ path }) => path);
  const roots = Array.from(groupBy(paths, (path) => path.split("/")[0]).values(), commonDirectory);
  const isPure = roots.every((root) => !others.some((other) => other.startsWith(`${root}/`)));
  if (isPure && roots.length <= mostPaths) return roots;
  // What begins with a dot git may ignore, and then it has to be named.
  return each ?? (others.length === 0 && !paths.some((path) => path.startsWith(".")) ? ["."] : undefined);
}

function commonDirectory(paths: readonly string[]): string {
  if (paths.length === 1) return paths[0]!;
  const [first = [], ...rest] = paths.map((path) => path.split("/"));
  const length = first.findIndex((word, at) => rest.some((words) => words[at] !== word));
  return first.slice(0, length === -1 ? undefined : length).join("/");
}

/** As they were typed; what no terminal should get is left to the user. `options` stand before them. */
function withPaths(command: string, paths: readonly string[], options: readonly string[] = []): string {
  const words = paths
    .filter((path) => path !== "-")
    .map((path) => (show(path, Infinity) === path ? toShellWord(path) : "PATH"));
  const kept = options.map((word) => (show(word, Infinity) === word ? toShellWord(word) : "VALUE"));
  return [command, ...kept, ...(paths.some((path) => /^-./.test(path)) ? ["--"] : []), ...words].join(" ");
}
