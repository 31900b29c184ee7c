import type { TargetId } from "./client.ts";
import type { Place, Position } from "./place.ts";
import type { Fix, Origin, Severity } from "./rule.ts";
import type { Unread } from "./source.ts";

export type Outcome = 0 | 1 | 2;
export type Verdict = "accepts" | "refuses";

/** A finding with its id, severity and address. Plain data: it survives JSON. */
export interface Diagnostic {
  readonly ruleId: string;
  readonly origin: Origin;
  readonly severity: Severity;
  readonly message: string;
  /** From the skill's root; the subject's path comes before it. Of an archive that was refused, an entry's path as it has it, or "" for the whole. */
  readonly file: string;
  /** Absent where the whole file or directory is meant. */
  readonly start?: Position;
  readonly end?: Position;
  readonly refusedBy: readonly TargetId[];
  readonly related: readonly Place[];
  readonly fixes: readonly Fix[];
  readonly helpUrl: string;
}

export interface Subject {
  /** "archive": an archive and the skill in it. */
  readonly kind: "skill" | "archive";
  /** From the working directory, with "/". */
  readonly path: string;
  /** The frontmatter's name, where it could be read. */
  readonly name?: string;
  /** Of every target; empty where an archive was refused, so that there is no skill to be taken or refused. */
  readonly verdicts: Readonly<Partial<Record<TargetId, Verdict>>>;
  readonly findings: readonly Diagnostic[];
  /** What was not read, and why. */
  readonly partial: readonly Unread[];
}

/** The one envelope of every --format json; schemas/report.schema.json. */
export interface Report {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly command: string;
  readonly outcome: Outcome;
  /** The targets whose refusal is an error in this run. */
  readonly targets: readonly TargetId[];
  readonly subjects: readonly Subject[];
  /** What was passed over on the way to the skills, such as a directory that could not be opened. */
  readonly unread: readonly Unread[];
  /** What a command has to say beside findings: the pages of `explain`. */
  readonly data?: unknown;
  readonly summary: Summary;
}

export interface Summary {
  readonly checked: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly suppressed: number;
  readonly baselined: number;
  /** Skills of which something was not read. */
  readonly partial: number;
  readonly seconds: number;
}

/** The line that a diagnostic points at, for showing it under the message; of a very long one, the stretch around the place. */
export interface Excerpt {
  readonly line: string;
  /** UTF-16 units of the line that were cut off before it: column 1 + skipped is its first character. */
  readonly skipped: number;
}

export interface ReporterContext {
  readonly color: boolean;
  /** Columns; undefined where the output is no terminal. */
  readonly width?: number;
  /** Show errors only. */
  readonly quiet: boolean;
  excerpt(diagnostic: Diagnostic): Excerpt | undefined;
}

/** Report in, text out. A reporter never prints, and never sorts. */
export type Reporter = (report: Report, context: ReporterContext) => string;
