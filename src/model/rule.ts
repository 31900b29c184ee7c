import type { Reason, ValidatorId } from "./client.ts";
import type { Place, Range } from "../core/place.ts";
import type { Skill } from "./skill.ts";
import type { CheckTarget } from "./target.ts";

export type Severity = "error" | "warning" | "info";
export type Category =
  | "spec"
  | "portability"
  | "security"
  | "clarity"
  | "files"
  | "evals"
  | "suppression"
  | "archive";
export type Origin = "spec" | "reference" | `client:${string}` | "guidance";

export interface RuleMeta {
  /** Kebab-case; the file's name, the folder of its cases and its heading in the rules' README. Never reused. */
  readonly id: string;
  readonly category: Category;
  readonly origin: Origin;
  /** A link, or owner/repo path@commit. */
  readonly source: string;
  /** One sentence: what the rule reports. */
  readonly summary: string;
  /** Why it matters to users of the skill. */
  readonly why: string;
  /** What to do about it. */
  readonly remedy: string;
  /** Severity if no chosen target refuses the skill for it. */
  readonly severity: Exclude<Severity, "error">;
  /** It endangers the user: always an error. */
  readonly danger?: true;
  /** The words that `TextFile.has` may be asked for, in small letters: one character for each byte. */
  readonly words?: readonly string[];
  /** Runs only if enabled by its id, or, if its category is "security", by --security. */
  readonly off?: true;
  readonly fixable?: "safe" | "unsafe";
  readonly since: string;
}

/** Which targets refuse the skill for a finding, and why. At least one of the two is set. */
export interface SpokenRefusal {
  /** Known to the rule itself: "spec", which has no model. */
  readonly target?: ValidatorId;
  /** Clients give different reasons for one defect: every modeled client that refuses for one of these counts. */
  readonly reason?: Reason;
}

/** A finding of a rule. The checker adds id, severity, URL, and the clients that refuse the skill for its reasons. */
export interface Finding {
  /** `<problem>` or `<problem>; <fix>`, lower-case, no full stop. */
  readonly message: string;
  /** From the skill's root. */
  readonly file: string;
  /** Absent where the whole file or directory is meant. */
  readonly range?: Range;
  /** Instead of the rule's severity. A chosen target that refuses the skill for it makes it an error. */
  readonly severity?: Exclude<Severity, "error">;
  readonly refusals?: readonly SpokenRefusal[];
  readonly related?: readonly Place[];
  readonly fixes?: readonly Fix[];
}

/** Edits that are applied together or not at all. */
export interface Fix {
  readonly title: string;
  /** A safe fix never changes what the skill means; the checker treats a fix that edits words in code as unsafe. */
  readonly safe: boolean;
  readonly operations: readonly Operation[];
}

export type Operation =
  | { readonly kind: "edit"; readonly file: string; readonly range: Range; readonly text: string }
  | { readonly kind: "chmod"; readonly file: string; readonly executable: boolean }
  | { readonly kind: "rename"; readonly from: string; readonly to: string }
  /** Renames the skill's directory. Only proposed, never applied, because references to it are outside the skill. */
  | { readonly kind: "rename-directory"; readonly to: string };

/**
 * How many findings of the rule are reported for a file, or for a file and a message; the last says how many more there are.
 * Suppressed findings and those of a baseline do not count towards it.
 */
export interface ReportLimit {
  readonly max: number;
  readonly per: "file" | "message";
}

export interface Rule<Input = Skill> {
  readonly meta: RuleMeta;
  /** Absent if every finding is reported. */
  readonly reportLimit?: ReportLimit;
  /** Pure: no I/O, no clock, no state between calls. */
  check(context: RuleContext<Input>): Iterable<Finding>;
}

interface RuleContext<Input = Skill> {
  readonly subject: Input;
  /** No advice may break one of these. Absent if no target is chosen. */
  readonly targets?: readonly CheckTarget[];
}

/** The reasons for which clients may refuse what a finding reports. */
export function reasonsOf({ refusals = [] }: Finding): readonly Reason[] {
  return refusals.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
}
