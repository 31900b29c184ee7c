import { type ReportParts, buildReport } from "../lint/build-report.ts";
import type { Report } from "../model/report.ts";
import { now } from "./clock.ts";

interface Parts extends Omit<ReportParts, "seconds"> {
  /** What `now()` said when the work began. */
  readonly started: number;
}

/** Counts what was found and puts it into the envelope, with the time it took; the command adds its data. */
export function timedReport({ started, ...parts }: Parts): Report<never> {
  return buildReport({ ...parts, seconds: (now() - started) / 1000 });
}
