import type { Place, Position } from "../core/place.ts";
import type { Paint } from "./paint.ts";
import type { Fix, Origin, RuleMeta, Severity } from "./rule.ts";
import type { Unread } from "./source.ts";
import type { CheckTarget } from "./target.ts";

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
  readonly refusedBy: readonly CheckTarget[];
  readonly related: readonly Place[];
  readonly fixes: readonly Fix[];
  readonly helpUrl: string;
  /** The line that it points at; absent where it points at none. JSON leaves it out. */
  readonly excerpt?: Excerpt;
  /** Suppressed with a reason: not counted, but still in the report and in the verdicts. */
  readonly suppressed?: Suppression;
  /** The baseline knows it: it counts no more either. */
  readonly baselined?: true;
}

export interface Suppression {
  readonly by: "comment" | "config";
  /** In the author's words, unescaped. */
  readonly reason: string;
}

export interface Subject {
  /** "archive": an archive and the skill in it; "config": a config file of which there is something to say, which is not counted as checked. */
  readonly kind: "skill" | "archive" | "config";
  /** From the working directory, with "/". */
  readonly path: string;
  /** The frontmatter's name, where it could be read. */
  readonly name?: string;
  /** Of every target that was asked; empty where there is no skill to be taken or refused, as an archive was refused, or it is a config file. */
  readonly verdicts: Readonly<Partial<Record<CheckTarget, Verdict>>>;
  readonly findings: readonly Diagnostic[];
  /** What was not read, and why. */
  readonly partial: readonly Unread[];
}

/** The one envelope of every --format json; schemas/report.schema.json. `results` has the type of each command's data; code that reads only findings leaves it open. */
export interface Report<Data extends object = object> {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly command: string;
  readonly outcome: Outcome;
  /** The targets whose refusal is an error in this run. */
  readonly targets: readonly CheckTarget[];
  readonly subjects: readonly Subject[];
  /** What was passed over on the way to the skills, such as a directory that could not be opened. */
  readonly unread: readonly Unread[];
  /** What a command has to say beside findings: the pages of `explain`. */
  readonly data?: Data;
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
  /** With --security: which of its findings comments in the skills suppress; absent where none are. */
  readonly suppressedSecurity?: readonly SuppressedSecurity[];
}

/** Findings of one security rule in one file, which a comment suppresses. */
export interface SuppressedSecurity {
  readonly ruleId: string;
  /** The subject's. */
  readonly path: string;
  /** From the subject's path. */
  readonly file: string;
  /** How many. */
  readonly findings: number;
}

/** The line that a diagnostic points at, for showing it under the message; of a very long line, the part around the position. */
export interface Excerpt {
  readonly line: string;
  /** UTF-16 units of the line that were cut off before it: column 1 + skipped is its first character. */
  readonly skipped: number;
}

export interface ReporterContext {
  readonly paint: Paint;
  /** Columns; undefined where the output is no terminal. */
  readonly width?: number;
  /** Show errors only. */
  readonly quiet: boolean;
  /** Show every finding, however many there are. */
  readonly all?: boolean;
  /** The rules' descriptions, for formats that print them. */
  readonly rules?: readonly RuleMeta[];
  /** The repository that the paths are in, if a CI server checked it out. */
  readonly checkout?: Checkout;
}

/** A repository at a commit. */
export interface Checkout {
  /** From its root to the working directory, with "/"; "" where they are one. */
  readonly prefix: string;
  /** The prefix that turns a path from the root into the address of its page, with "/" at the end. */
  readonly url?: string;
}

/** Report in, text out. A reporter never prints, and never sorts. */
export type Reporter = (report: Report, context: ReporterContext) => string;

/** Whether a finding counts: it is neither suppressed nor in a baseline. */
export function isCounted({ suppressed, baselined }: Diagnostic): boolean {
  return suppressed === undefined && baselined === undefined;
}

/** A subject with the findings that count. */
export function countedOnly(subject: Subject): Subject {
  return subject.findings.every(isCounted)
    ? subject
    : { ...subject, findings: subject.findings.filter(isCounted) };
}
