import { type ReportParts, buildReport } from "../lint/build-report.ts";
import type { Report } from "../model/report.ts";
import type { ReportingCommand } from "../model/reports/command-report.ts";
import { now } from "./clock.ts";

interface Parts<Command extends ReportingCommand> extends Omit<ReportParts<Command>, "seconds"> {
  /** The value of `now()` when the work began. */
  readonly started: number;
}

/** Builds a report with counts and the elapsed time; the command adds its data. */
export function timedReport<Command extends ReportingCommand>({
  started,
  ...parts
}: Parts<Command>): Report<never, Command> {
  return buildReport({ ...parts, seconds: (now() - started) / 1000 });
}
