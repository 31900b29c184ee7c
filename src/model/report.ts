import type { Place, Position } from "../core/place.ts";
import type { LoadOutcomeId } from "./loader.ts";
import type { Paint } from "./paint.ts";
import type { PolicyVerdict } from "./policy.ts";
import type { RecordedClient } from "./reports/compat.ts";
import type { Category, Fix, Origin, RuleMeta, Severity } from "./rule.ts";
import type { Unread } from "./source.ts";
import type { Target } from "./target.ts";

export type Outcome = 0 | 1 | 2;

export type Verdict = "accepts" | "refuses";

/** A finding with its id, severity and help URL. Plain data that can be serialized as JSON. */
export interface Diagnostic {
  readonly ruleId: string;
  readonly category: Category;
  readonly origin: Origin;
  readonly severity: Severity;
  readonly message: string;
  /**
   * Relative to the subject's path. For a refused archive, the path of an entry as written, or "" for the whole
   * archive.
   */
  readonly file: string;
  /** Absent if the finding is about the whole file or directory. */
  readonly start?: Position;
  readonly end?: Position;
  readonly refusedBy: readonly Target[];
  /** Of clients in `refusedBy` for which a range or version was asked for: the versions that do not load the skill. */
  readonly refusedVersions?: RefusedVersions;
  readonly related: readonly Place[];
  readonly fixes: readonly Fix[];
  /** The section about the rule; absent as long as the repository has no address. */
  readonly helpUrl?: string;
  /** The line that the finding refers to, if there is one. Not included in JSON. */
  readonly excerpt?: Excerpt;
  /**
   * Present if the finding was suppressed with a reason. It does not count, but stays in the report and in the
   * verdicts.
   */
  readonly suppressed?: Suppression;
  /** Whether the baseline contains the finding, so that it does not count. */
  readonly baselined?: true;
  /**
   * Identifies the finding in later reports, where it is the same if lines, files or skills moved or other lines changed;
   * no two findings of a report have the same. Present in every report.
   */
  readonly fingerprint?: string;
}

/** By client id, newest first. */
export type RefusedVersions = Readonly<Partial<Record<Target, readonly string[]>>>;

export interface Suppression {
  readonly by: "comment" | "config";
  /** The author's reason, unescaped. */
  readonly reason: string;
}

export interface Subject {
  /**
   * "archive": an archive and the skill in it; "config": a config file with findings; "root": a client's directory of
   * skills with findings on files that are no skill; "plugin", "marketplace": a directory with a manifest that ships
   * skills. Only the first two count as checked.
   */
  readonly kind: "skill" | "archive" | "config" | "root" | "plugin" | "marketplace";
  /** Relative to the working directory, with "/". */
  readonly path: string;
  /** The name in the frontmatter; absent if it could not be read. */
  readonly name?: string;
  /** The targets chosen for this skill, if an override chooses others than those of the run. */
  readonly targets?: readonly Target[];
  /**
   * The verdict of every target that was checked; empty if there is no skill, as for a refused archive or a config
   * file.
   */
  readonly verdicts: Readonly<Partial<Record<Target, Verdict>>>;
  /**
   * What the common and the chosen agent clients make of the skill, by client id; of several variants, the worst
   * outcome. Only in the reports of `skills check` and `skills lint`, and, for chosen clients, of `skills validate`.
   */
  readonly loads?: Readonly<Record<string, LoadOutcomeId>>;
  readonly findings: readonly Diagnostic[];
  /** Files that were not read, and why. */
  readonly partial: readonly Unread[];
}

/**
 * The one envelope of every --format json; schemas/report.schema.json. `data` has the type of each command's data; code that
 * reads only findings leaves it open.
 */
export interface Report<Data extends object = object, Command extends string = string> {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly command: Command;
  readonly outcome: Outcome;
  /** The targets whose refusal is an error in this run. */
  readonly targets: readonly Target[];
  readonly subjects: readonly Subject[];
  /** Paths that were skipped in the search for skills, such as an unreadable directory. */
  readonly unread: readonly Unread[];
  /** The results of a command besides findings, such as the pages of `explain`. */
  readonly data?: Data;
  readonly summary: Summary;
  /**
   * The configs and the baseline that took effect. If they were compared with those before a change, also the ones that
   * took effect then, and files with comments that the change added to suppress a danger. Absent if there are none.
   */
  readonly settings?: readonly SettingsFile[];
  /**
   * A digest of the version, the rules and their settings: reports with the same one differ only by their skills. Absent
   * for commands that do not check skills.
   */
  readonly ruleSet?: string;
  /** The verdict of the policy; absent if there is none. */
  readonly policy?: PolicyVerdict;
  /** The names of the programs in this report, by id, as messages call them. */
  readonly programs?: Readonly<Partial<Record<Target, string>>>;
}

export interface SettingsFile {
  /** Relative to the working directory, with "/". */
  readonly path: string;
  /** Whether the change added, changed or removed the settings in the file; absent if that is unknown. */
  readonly changed?: boolean;
  /** Of a file of a package with rules: "sha256:" and the hexadecimal digest of its bytes. */
  readonly digest?: string;
  /** Of the same, the version in the package's package.json. */
  readonly version?: string;
}

export interface Summary {
  readonly checked: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly suppressed: number;
  readonly baselined: number;
  /** Number of skills of which some files were not read. */
  readonly partial: number;
  readonly seconds: number;
  /** With --security: the security findings that comments in the skills suppress; absent if there are none. */
  readonly suppressedSecurity?: readonly SuppressedSecurity[];
}

/** The findings of one security rule in one file that a comment suppresses. */
export interface SuppressedSecurity {
  readonly ruleId: string;
  /** The subject's path. */
  readonly path: string;
  /** Relative to the subject's path. */
  readonly file: string;
  /** Number of findings. */
  readonly findings: number;
}

/**
 * The line that a diagnostic refers to, to be shown after its message; if the line is very long, only the part around
 * the position.
 */
export interface Excerpt {
  readonly line: string;
  /**
   * Number of UTF-16 units that were cut off at the start of the line; the first character of the excerpt is in
   * column 1 + skipped.
   */
  readonly skipped: number;
}

export interface ReporterContext {
  readonly paint: Paint;
  /** Width of the terminal in columns; undefined if the output is not a terminal. */
  readonly width?: number;
  /** Show errors only. */
  readonly quiet: boolean;
  /** Show every finding, without hiding similar ones. */
  readonly all?: boolean;
  /** Show one row for each skill instead of the findings. */
  readonly summary?: boolean;
  /** The rules' descriptions, for formats that print them. */
  readonly rules?: readonly RuleMeta[];
  /** The recorded clients, for formats that say how and when their answers were found out. */
  readonly records?: readonly RecordedClient[];
  /** The repository that the paths are in, if a CI server checked it out. */
  readonly checkout?: Checkout;
}

/** A repository at a commit. */
export interface Checkout {
  /** Path from the repository's root to the working directory, with "/"; "" if they are the same. */
  readonly prefix: string;
  /** The prefix that turns a path from the root into the address of its page, with "/" at the end. */
  readonly url?: string;
}

/** Converts a report to text. A reporter never prints and never sorts. */
export type Reporter = (report: Report, context: ReporterContext) => string;

/** As `Reporter`, in pieces: the whole text of a long report is never in memory. */
export type PieceReporter = (report: Report, context: ReporterContext) => Iterable<string>;

/** Whether a subject counts as checked. */
export function isChecked({ kind }: Pick<Subject, "kind">): boolean {
  return kind === "skill" || kind === "archive";
}

/** Whether a finding counts: it is neither suppressed nor in a baseline. */
export function isCounted({ suppressed, baselined }: Diagnostic): boolean {
  return suppressed === undefined && baselined === undefined;
}

/** A subject with only the findings that count. */
export function countedOnly(subject: Subject): Subject {
  return subject.findings.every(isCounted)
    ? subject
    : { ...subject, findings: subject.findings.filter(isCounted) };
}
