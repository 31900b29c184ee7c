import { type ReportParts, buildReport } from "../lint/build-report.ts";
import type { Report } from "../model/report.ts";
import { now } from "./clock.ts";

interface Parts extends Omit<ReportParts, "seconds"> {
  /** The value of `now()` when the work began. */
  readonly started: number;
}

/** Builds a report with counts and the elapsed time; the command adds its data. */
export function timedReport({ started, ...parts }: Parts): Report<never> {
  return buildReport({ ...parts, seconds: (now() - started) / 1000 });
}
