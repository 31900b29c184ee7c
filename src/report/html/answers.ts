import { groupBy } from "../../core/group-by.ts";
import { type ClientLoad, isHiddenAsAsked } from "../../model/client-load.ts";
import type { LoadOutcomeId } from "../../model/loader.ts";
import type { CommandData, ReportingCommand } from "../../model/reports/command-report.ts";
import type { SkillCheck } from "../../model/reports/check.ts";
import type { Report, Subject } from "../../model/report.ts";
import { checkTargets, clientIds, titleOf } from "../../model/target.ts";
import { keyOf } from "../commands/load-words.ts";

/** What a program makes of a skill, as a cell shows it; validators accept as written or do not load. */
export type Answer = LoadOutcomeId | "hidden";

/** The word in a cell, and the sentence elsewhere. */
export const answerWords: Readonly<Record<Answer, { readonly cell: string; readonly title: string }>> = {
  "not-loaded": { cell: "no", title: "does not load" },
  differs: { cell: "differs", title: "loads differently" },
  "as-written": { cell: "yes", title: "loads as written" },
  hidden: { cell: "hidden", title: "hidden as asked" },
  unknown: { cell: "?", title: "not known" },
};

/** A program of the matrix. */
export interface Column {
  readonly key: string;
  readonly title: string;
}

/** A skill with all that a report has about it. */
export interface Row {
  readonly subject: Subject;
  /** The end of the id of its part of the page. */
  readonly number: number;
  /** By the keys of the columns. */
  readonly answers: ReadonlyMap<string, Answer>;
  readonly loads: readonly ClientLoad[];
  readonly checked?: SkillCheck | undefined;
}

/** Clients of which the same reason says about every skill why their answer is not known. */
interface Unrecorded {
  readonly reason: string;
  readonly titles: readonly string[];
}

export interface Answers {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly unrecorded: readonly Unrecorded[];
}

/** The report's data, if this command wrote it. */
export function dataOf<C extends ReportingCommand>(report: Report, command: C): CommandData[C] | undefined {
  return isOf(report, command) ? report.data : undefined;
}

function isOf<C extends ReportingCommand>(report: Report, command: C): report is Report<CommandData[C]> {
  return report.command === command;
}

/** The skills in the order of the report, and the programs that were asked about any of them. */
export function answersOf(report: Report): Answers {
  const check = dataOf(report, "check");
  const checked = new Map((check && "skills" in check ? check.skills : []).map((each) => [each.skill, each]));
  const compared = groupBy(dataOf(report, "compat")?.rows ?? [], ({ skill }) => skill);
  const asked = report.subjects.map((subject) => {
    const skill = checked.get(subject.path);
    return { subject, checked: skill, loads: skill?.loads ?? compared.get(subject.path) ?? [] };
  });
  const reasons = unrecordedIn(asked);
  const found = asked.map((each) => ({
    ...each,
    loads: each.loads.filter((load) => !reasons.has(keyOf(load))),
  }));
  const columns = columnsOf(found);
  const keys = new Set(columns.map(({ key }) => key));
  return {
    columns,
    rows: found.map((each, number) => ({
      ...each,
      number,
      // Of a client with several records, that of each version counts, not its own answer once more.
      answers: new Map(Array.from(answersAbout(each)).filter(([key]) => keys.has(key))),
    })),
    unrecorded: Array.from(
      groupBy(reasons.values(), ({ reason }) => reason),
      ([reason, same]) => ({ reason, titles: Array.from(new Set(same.map(({ title }) => title))) }),
    ),
  };
}

/** By their keys; a client that is known about some skill, or not for another reason, is in the matrix. */
function unrecordedIn(asked: readonly Found[]) {
  const reasons = new Map<string, { readonly title: string; readonly reason: string }>();
  const others = new Set<string>();
  for (const load of asked.flatMap(({ loads }) => loads)) {
    const key = keyOf(load);
    const {
      title,
      outcome,
      reasons: [reason],
    } = load;
    const isSame = outcome === "unknown" && reason === (reasons.get(key)?.reason ?? reason);
    if (isSame && reason !== undefined) reasons.set(key, { title, reason });
    else others.add(key);
  }
  for (const key of others) reasons.delete(key);
  return reasons;
}

type Found = Omit<Row, "number" | "answers">;

function columnsOf(found: readonly Found[]): readonly Column[] {
  const loads = new Map(found.flatMap((each) => each.loads.map((load) => [keyOf(load), load] as const)));
  const isOneOf = ({ client, variant, version }: ClientLoad): boolean =>
    Array.from(loads.values()).some(
      (each) => each.client === client && each.variant === variant && each.version !== version,
    );
  const versions = Array.from(loads, ([key, load]) => ({
    key,
    title: [load.title, load.variant, isOneOf(load) ? load.version : undefined]
      .filter((word) => word !== undefined)
      .join(" "),
  }));
  const known = (id: string): boolean => found.some(({ subject }) => subject.loads?.[id] !== undefined);
  return [
    ...checkTargets.flatMap((id) =>
      found.some(({ subject }) => subject.verdicts[id] !== undefined)
        ? [{ key: keyOfTarget(id), title: id }]
        : [],
    ),
    ...(versions.length > 0
      ? versions
      : clientIds.filter(known).map((id) => ({ key: id, title: titleOf(id) }))),
  ];
}

function answersAbout({
  subject: { verdicts, loads = {} },
  loads: detailed,
}: Found): ReadonlyMap<string, Answer> {
  return new Map<string, Answer>([
    ...checkTargets.flatMap((id): [string, Answer][] => {
      const verdict = verdicts[id];
      return verdict ? [[keyOfTarget(id), verdict === "accepts" ? "as-written" : "not-loaded"]] : [];
    }),
    ...Object.entries(loads),
    ...detailed.map((load): [string, Answer] => [keyOf(load), answerOf(load)]),
  ]);
}

function keyOfTarget(id: string): string {
  return `target ${id}`;
}

/** Whether the key of a column is that of a target without a client, such as the specification. */
export function isTarget(key: string): boolean {
  return key.startsWith("target ");
}

/** The outcome, or "hidden" for a skill that the client hides as asked. */
export function answerOf(load: ClientLoad): Answer {
  return isHiddenAsAsked(load) ? "hidden" : load.outcome;
}

/** Higher for a skill that more programs do not load, then for one that more change. */
export function lossOf({ answers }: Row): number {
  const number = (wanted: Answer): number =>
    Array.from(answers.values()).filter((each) => each === wanted).length;
  return number("not-loaded") * 1000 + number("differs");
}
