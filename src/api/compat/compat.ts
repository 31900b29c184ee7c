import { positionOf } from "../../find/root-position.ts";
import { examineSync } from "../../lint/examine.ts";
import { loadsExaminer } from "../../lint/examiners.ts";
import type { Answer } from "../../model/answer.ts";
import type { Outcome, Report } from "../../model/report.ts";
import { type CompatRow, isHiddenAsAsked } from "../../model/client-load.ts";
import type { CompatData } from "../../model/reports/compat.ts";
import type { SkillSource } from "../../model/source.ts";
import { now } from "../clock.ts";
import { findSources, type Scope } from "../scope/find-sources.ts";
import { timedReport } from "../timed-report.ts";
import { chooseClients, type ChosenClient, reportedVersions } from "./choose-clients.ts";

export interface CompatOptions extends Scope {
  /** "ID", "ID/VARIANT", either with "@VERSION" or a range, "common" and "all"; these decide the outcome. */
  readonly clients?: readonly string[];
  /** The clients to show if none are named, in the same words; by default every recorded version of every client. */
  readonly shown?: readonly string[];
}

export interface CompatResult {
  readonly report: Report<CompatData, "compat">;
  /** Titles of the named clients of which no record answers for some skill; the outcome is then 2. */
  readonly unknown: readonly string[];
}

/**
 * Predicts what agent clients make of skills. The outcome is 2 if the answer of a named client is unknown, else 1 if
 * a named client does not load a skill. Of several recorded versions of a client, the newest decides. Throws a
 * SkillsError if a client is unknown, nothing can be read, or no skill is in scope. `selected` are the skills, if the
 * caller has them.
 */
export async function compat(
  { clients, shown, ...scope }: CompatOptions,
  selected?: readonly SkillSource[],
): Promise<CompatResult> {
  const started = now();
  const chosen = clients || !shown ? chooseClients(clients) : shownOnly(shown);
  const { sources, unread } = selected
    ? { sources: selected, unread: [] }
    : await findSources(scope, { asClients: true });
  const prepared = { examiners: [loadsExaminer(() => chosen, positionOf)], reading: {}, models: [] };
  const question = { examiners: ["loads"], targets: [] } as const;
  const answers = sources.map((source) => examineSync(source, question, prepared));
  const rows = answers.flatMap(rowsOf);
  const deciding = answers.flatMap((answer) => rowsOf(answer).filter((_row, at) => chosen[at]!.decides));
  const report = timedReport({
    command: "compat",
    targets: [],
    subjects: answers.map(({ subject }) => subject),
    unread,
    started,
    maxWarnings: Infinity,
  });
  const unknown = deciding.flatMap(({ title, outcome }) => (outcome === "unknown" ? [title] : []));
  return {
    report: { ...report, outcome: report.outcome === 2 ? 2 : outcomeOf(deciding), data: { rows } },
    unknown: Array.from(new Set(unknown)),
  };
}

/** The versions to show, none of which decides the outcome. */
function shownOnly(words: readonly string[]): readonly ChosenClient[] {
  return reportedVersions(words).map((each) => ({ ...each, decides: false }));
}

function rowsOf({ subject, loads = [] }: Answer): readonly CompatRow[] {
  return loads.map((load) => ({ skill: subject.path, ...load }));
}

function outcomeOf(rows: readonly CompatRow[]): Outcome {
  if (rows.some(({ outcome }) => outcome === "unknown")) return 2;
  return rows.some((row) => row.outcome === "not-loaded" && !isHiddenAsAsked(row)) ? 1 : 0;
}
