import type { Report } from "../../model/report.ts";
import type { ClientsData } from "../../model/reports/compat.ts";
import type { ClientVersion } from "../../model/loader.ts";
import { clientChanges } from "../../generated/client-changes.ts";
import { clients } from "../../generated/clients.ts";
import { describePrograms } from "./describe-programs.ts";
import { newestOf } from "../../targets/newest-clients.ts";
import { now } from "../clock.ts";
import { timedReport } from "../timed-report.ts";

/** Clients release every few days: an older record may describe a version that few still have. */
const oldAge = 30;

export interface ListClientsOptions {
  /** Describes only these programs, which may also be validators, uploaders or simulated systems. */
  readonly ids?: readonly string[];
  /** Only records that are older than this number of days; the outcome is 1 if there are any. */
  readonly olderThan?: number;
  /** Adds what changed between the recorded versions of the clients. */
  readonly changes?: boolean;
  /** The day from which ages are counted; by default today. */
  readonly today?: Date;
}

/**
 * Lists the recorded clients, their versions, and how old the evidence is. Throws a SkillsError for an unknown id.
 */
export function listClients({
  ids = [],
  olderThan,
  changes = false,
  today = new Date(),
}: ListClientsOptions = {}): Report<ClientsData, "clients"> {
  const started = now();
  const programs = describePrograms(ids);
  const isOld = (age: number, versions: readonly ClientVersion[], version: ClientVersion): boolean =>
    age > oldAge && newestOf(versions).includes(version);
  const chosen = ids.length === 0 ? clients : clients.filter(({ id }) => ids.includes(id));
  const recorded = chosen.flatMap(({ id, title, reach, versions }) =>
    versions.map((recorded) => {
      const { variant, version, versions: range, evidence, sources, checked } = recorded;
      const age = daysBetween(checked, today);
      return {
        client: id,
        title,
        ...(variant !== undefined && { variant }),
        version,
        versions: range,
        reach,
        evidence,
        sources,
        checked,
        age,
        old: isOld(age, versions, recorded),
      };
    }),
  );
  const shown = olderThan === undefined ? recorded : recorded.filter(({ age }) => age > olderThan);
  const report = timedReport({
    command: "clients",
    targets: [],
    subjects: [],
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  return {
    ...report,
    outcome: olderThan !== undefined && shown.length > 0 ? 1 : 0,
    data: {
      clients: shown,
      ...(programs.length > 0 && { programs }),
      ...(changes && {
        changes: clientChanges.filter(({ client }) => chosen.some(({ id }) => id === client)),
      }),
    },
  };
}

/** Whole days from a day in UTC, never negative. */
function daysBetween(day: string, today: Date): number {
  return Math.max(0, Math.floor((today.getTime() - Date.parse(day)) / 86_400_000));
}
