import type { BaselineUse } from "../model/reports/lint.ts";
import { groupBy } from "../core/group-by.ts";
import { compareText } from "../core/order.ts";
import type { Diagnostic, Subject } from "../model/report.ts";
import type {
  Baseline,
  BaselineSkill,
  FindingPrint,
  PrintedSkill,
  SkillIdentity,
} from "../model/baseline.ts";

export interface BaselineScope {
  /** Whether a rule's findings are complete, so that a missing one has been fixed. */
  isJudged(rule: string): boolean;
  /** Whether only some of the skills were checked, so that a missing skill may just be out of scope. */
  readonly partOnly: boolean;
}

export interface Comparison {
  readonly known: ReadonlySet<FindingPrint>;
  /** Number of entries whose findings no longer occur. */
  readonly gone: number;
  /** The baseline without these entries and with current positions; it never gets larger. */
  readonly rest: Baseline;
}

interface Placed {
  readonly skill: SkillIdentity;
  readonly print: FindingPrint;
  /** Whether the rule has only this finding in the skill. */
  readonly single: boolean;
}

/** An entry of the baseline, and how many more findings it covers. */
interface Entry extends Placed {
  left: number;
}

/** Marks the findings that the baseline covers. Each entry covers the findings that are most similar to it. */
export function compareWithBaseline(
  skills: readonly PrintedSkill[],
  baseline: Baseline,
  { isJudged, partOnly }: BaselineScope,
): Comparison {
  const entries = baseline.skills.flatMap(entriesOf);
  const found = skills.flatMap((skill) => place(skill, skill.prints));
  let unknown: readonly Placed[] = found;
  for (const likeness of likenesses)
    for (const identity of identities)
      unknown = match(unknown, entries, (placed) => address(placed, identity, likeness));
  const isNew = new Set(unknown);
  const known = found.filter((placed) => !isNew.has(placed));
  const isHere = presence(skills);
  const kept = entries.filter(
    ({ left, skill, print }) => left > 0 && (!isJudged(print.rule) || (partOnly && !isHere(skill))),
  );
  return {
    known: new Set(known.map(({ print }) => print)),
    gone: total(entries) - total(kept),
    rest: toBaseline([...known.map((placed) => ({ ...placed, left: 1 })), ...kept]),
  };
}

/** A new baseline that contains all findings. */
export function baselineOf(skills: readonly PrintedSkill[]): Baseline {
  return toBaseline(
    skills.flatMap((skill) => place(skill, skill.prints).map((placed) => ({ ...placed, left: 1 }))),
  );
}

/** The number of findings that a baseline covers. */
export function sizeOf({ skills }: Baseline): number {
  return total(skills.flatMap(entriesOf));
}

function total(entries: readonly Entry[]): number {
  return entries.reduce((sum, { left }) => sum + left, 0);
}

function entriesOf(skill: BaselineSkill): readonly Entry[] {
  return place(skill, skill.findings, ({ count }) => count).map((placed) => ({
    ...placed,
    left: placed.print.count,
  }));
}

function place<Print extends FindingPrint>(
  skill: SkillIdentity,
  prints: readonly Print[],
  countOf: (print: Print) => number = () => 1,
): readonly (Placed & { readonly print: Print })[] {
  const counts = new Map<string, number>();
  for (const print of prints) counts.set(print.rule, (counts.get(print.rule) ?? 0) + countOf(print));
  return prints.map((print) => ({ skill, print, single: counts.get(print.rule) === 1 }));
}

/** A part of a finding's identity; undefined if the finding does not have this part. */
type Part<Of> = (of: Of) => string | undefined;

const identities: readonly Part<SkillIdentity>[] = [
  ({ name, directory }) => `${directory}/${name ?? ""}`,
  ({ name }) => name,
  ({ directory }) => directory,
];

/**
 * Findings on a whole file refer to a line that differs after every change. If the rule has only one finding in the
 * skill, its message is enough.
 */
const likenesses: readonly Part<Placed>[] = [
  ({ print: { line } }) => line,
  ({ print: { line, message } }) => (line === undefined ? message : undefined),
  ({ print: { content } }) => content,
  ({ print: { line, message }, single }) => (line !== undefined && single ? message : undefined),
];

function address(placed: Placed, identity: Part<SkillIdentity>, likeness: Part<Placed>): string | undefined {
  const [who, what] = [identity(placed.skill), likeness(placed)];
  return who === undefined || what === undefined ? undefined : `${placed.print.rule}\n${what}\n${who}`;
}

/** Matches each finding with a free entry of the same identity, and returns the findings without one. */
function match(
  findings: readonly Placed[],
  entries: readonly Entry[],
  addressOf: (placed: Placed) => string | undefined,
): readonly Placed[] {
  const open = new Map(
    groupBy(
      entries.filter(({ left }) => left > 0),
      addressOf,
    ),
  );
  open.delete(undefined);
  const next = new Map<string | undefined, number>();
  return findings.filter((finding) => {
    const place = addressOf(finding);
    const candidates = open.get(place) ?? [];
    let at = next.get(place) ?? 0;
    while (candidates[at]?.left === 0) at++;
    next.set(place, at);
    const entry = candidates[at];
    if (entry) entry.left--;
    return !entry;
  });
}

function presence(skills: readonly SkillIdentity[]): (skill: SkillIdentity) => boolean {
  const here = new Set(
    skills.flatMap((skill) => identities.map((identity, at) => `${at}\n${identity(skill)}`)),
  );
  return (skill) =>
    identities.some((identity, at) => identity(skill) !== undefined && here.has(`${at}\n${identity(skill)}`));
}

/** Skills with the same identity have separate lists, so that single findings remain single. */
function toBaseline(entries: readonly Entry[]): Baseline {
  const skills = Array.from(
    groupBy(entries, ({ skill }) => skill),
    ([{ name, directory }, members]): BaselineSkill => {
      const alike = sortedGroups(members, ({ print: { rule, file, line, message, content } }) =>
        JSON.stringify([rule, file, line ?? "", message, content ?? ""]),
      );
      return {
        ...(name !== undefined && { name }),
        directory,
        findings: alike.map((same) => ({ ...same[0]!.print, count: total(same) })),
      };
    },
  );
  return {
    skills: sorted(skills, ({ name = "", directory, findings }) =>
      JSON.stringify([name, directory, findings]),
    ),
  };
}

function sortedGroups(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): readonly (readonly Entry[])[] {
  return sorted(Array.from(groupBy(entries, keyOf)), ([key]) => key).map(([, members]) => members);
}

function sorted<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ item }) => item);
}

export interface BaselineOption {
  /** As the user wrote it. */
  readonly path: string;
  /**
   * Whether to write the baseline: a new one with all findings, or an existing one without the findings that no
   * longer occur. Otherwise the baseline must exist.
   */
  readonly write?: boolean;
  /** What the file contains, as JSON.parse returns it, if it is not to be read. */
  readonly content?: object;
}

export interface BaselineResult extends BaselineUse {
  /** The new content of the file; absent if it does not change. */
  readonly written?: { readonly text: string; readonly findings: number; readonly created: boolean };
  /** Number of findings that are "more such findings" in a report without the baseline. */
  readonly summedUp: number;
}

/** A baseline that has been opened. */
export interface OpenBaseline extends BaselineOption {
  /** Absent if the baseline does not exist yet. */
  readonly listed?: Baseline;
  readonly work: BaselineWork;
}

/** The functions of a baseline, loaded on demand, as few runs have one. */
interface BaselineWork {
  /** `content` is the digest of the file of a finding without a line. */
  printOf(finding: Diagnostic, content: string | undefined, fingerprint: string | undefined): FindingPrint;
  applyBaseline(
    skills: readonly FoundInSkill[],
    baseline: OpenBaseline,
    scope: BaselineScope,
    toPrint: (finding: Diagnostic) => FindingPrint,
  ): Baselined;
}

/** The findings of a skill. */
export interface FoundInSkill {
  readonly subject: Subject;
  /** The name of the skill's directory. */
  readonly directoryName: string;
}

export interface Baselined {
  readonly subjects: readonly Subject[];
  readonly result: Omit<BaselineResult, "summedUp">;
}
