import type { Reason, TargetId } from "./client.ts";
import type { Place, Range } from "../core/place.ts";
import type { Skill } from "./skill.ts";

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
  /** Why it matters to whoever runs the skill. */
  readonly why: string;
  /** What to do about it. */
  readonly remedy: string;
  /** What it is where no chosen target refuses the skill for it. */
  readonly severity: Exclude<Severity, "error">;
  /** It endangers the user: always an error. */
  readonly danger?: true;
  /** The words that `TextFile.has` may be asked for, in small letters: one character for each byte. */
  readonly words?: readonly string[];
  /** Runs only where it is asked for: by its id, or, if its category is "security", by --security. */
  readonly off?: true;
  readonly fixable?: "safe" | "unsafe";
  readonly since: string;
}

/** What a rule says. The checker adds id, severity, address, and the clients that refuse the skill for `reason`. */
export interface Finding {
  /** One sentence, lower-case, no full stop: what is there, then what was expected. */
  readonly message: string;
  /** From the skill's root. */
  readonly file: string;
  /** Absent where the whole file or directory is meant. */
  readonly range?: Range;
  /** Targets that refuse by the rule's own knowledge: "spec", as it has no model. */
  readonly refusedBy?: readonly TargetId[];
  readonly reason?: Reason;
  /** Further reasons by which clients refuse for the same defect. */
  readonly alsoFor?: readonly Reason[];
  readonly related?: readonly Place[];
  readonly fixes?: readonly Fix[];
}

/** A cure: it applies whole or not at all. */
export interface Fix {
  readonly title: string;
  /** A safe fix never changes what the skill means; the checker takes none that edits words in code for one. */
  readonly safe: boolean;
  readonly operations: readonly Operation[];
}

export type Operation =
  | { readonly kind: "edit"; readonly file: string; readonly range: Range; readonly text: string }
  | { readonly kind: "chmod"; readonly file: string; readonly executable: boolean }
  | { readonly kind: "rename"; readonly from: string; readonly to: string }
  /** The skill's own directory: told and never done, as what refers to it lies outside the skill. */
  | { readonly kind: "rename-directory"; readonly to: string };

/**
 * How many places of a file, or of it with the same message, the report shows of a rule; the last tells how many there are beside them.
 * What is silenced or known to a baseline is told apart before, so that it hides no other place.
 */
export interface Told {
  readonly places: number;
  readonly by: "file" | "message";
}

export interface Rule<Subject = Skill> {
  readonly meta: RuleMeta;
  /** Absent where every place is shown. */
  readonly told?: Told;
  /** Pure: no I/O, no clock, no state kept between calls. */
  check(context: { readonly subject: Subject }): Iterable<Finding>;
}
