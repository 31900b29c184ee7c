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

export interface Answers {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
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
  const found = report.subjects.map((subject) => {
    const skill = checked.get(subject.path);
    return { subject, checked: skill, loads: skill?.loads ?? compared.get(subject.path) ?? [] };
  });
  const columns = columnsOf(found);
  return {
    columns,
    rows: found.map((each, number) => ({ ...each, number, answers: answersAbout(each) })),
  };
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
        ? [{ key: `target ${id}`, title: id }]
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
      return verdict ? [[`target ${id}`, verdict === "accepts" ? "as-written" : "not-loaded"]] : [];
    }),
    ...Object.entries(loads),
    ...detailed.map((load): [string, Answer] => [keyOf(load), answerOf(load)]),
  ]);
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
