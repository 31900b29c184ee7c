import type { Reason } from "./validator.ts";
import type { Place, Range } from "../core/place.ts";
import type { Skill } from "./skill.ts";
import type { Target } from "./target.ts";

/** From the most to the least severe. */
export const severities = ["error", "warning", "info"] as const;

export type Severity = (typeof severities)[number];
export type Category =
  | "spec"
  | "portability"
  | "security"
  | "clarity"
  | "files"
  | "evals"
  | "suppression"
  | "archive"
  | "own";
/** "own" are the rules of a config. */
export type Origin = "spec" | "reference" | `client:${string}` | "guidance" | "own";

/** Of a rule of ours: only a refusal, a danger or a config makes a finding an error. */
export type BuiltInMeta = RuleMeta & { readonly severity: Exclude<Severity, "error"> };

export interface RuleMeta {
  /**
   * In kebab-case. Also the name of the rule's file, of the directory with its cases, and of its section in the
   * README. Never reused.
   */
  readonly id: string;
  readonly category: Category;
  readonly origin: Origin;
  /** A URL, or owner/repo path@commit. */
  readonly source: string;
  /** One sentence: what the rule reports. */
  readonly summary: string;
  /** Why it matters to users of the skill. */
  readonly why: string;
  /** What users should do about it. */
  readonly remedy: string;
  /** Severity if no chosen target refuses the skill because of the finding; "error" only for rules of a config. */
  readonly severity: Severity;
  /** Whether the finding is a danger to the user, which is always an error. */
  readonly danger?: true;
  /** The words that the rule may pass to `TextFile.has`, in lower case, with one character per byte. */
  readonly words?: readonly string[];
  /** Set if the rule runs only when it is enabled by its id or, for the category "security", by --security. */
  readonly off?: true;
  /** Set if the rule is about the client of `origin` alone; it does not run if only other clients were chosen. */
  readonly only?: true;
  readonly fixable?: "safe" | "unsafe";
  readonly since: string;
}

/** A rule's description, with the address of its page if it has one. */
export interface ListedRule extends RuleMeta {
  readonly helpUrl?: string;
}

/** The targets that refuse the skill because of a finding. At least one of the two properties is set. */
export interface SpokenRefusal {
  /** A target without a model that the rule knows about, such as "spec". */
  readonly target?: Target;
  /**
   * Every modeled client that refuses the skill for this reason. Clients can have different reasons for the same
   * defect.
   */
  readonly reason?: Reason;
}

/**
 * A finding of a rule. The checker adds the id, the severity, the help URL, and the clients that refuse the skill for
 * its reasons.
 */
export interface Finding {
  /** `<problem>` or `<problem>; <fix>`, lower-case, no full stop. */
  readonly message: string;
  /** Relative to the skill's root. */
  readonly file: string;
  /** Absent if the finding is about the whole file or directory. */
  readonly range?: Range;
  /** Instead of the rule's severity. A chosen target that refuses the skill for it makes it an error. */
  readonly severity?: Exclude<Severity, "error">;
  readonly refusals?: readonly SpokenRefusal[];
  readonly related?: readonly Place[];
  readonly fixes?: readonly Fix[];
  /** A value of the skill: the finding counts only if one of the same rule in another skill of the run has the same. */
  readonly unique?: string;
}

/** Edits that are applied together or not at all. */
export interface Fix {
  readonly title: string;
  /** A safe fix never changes what the skill means. The checker treats a fix that edits words in code as unsafe. */
  readonly safe: boolean;
  readonly operations: readonly Operation[];
}

/** Whether `--fix` or `--unsafe-fixes` can apply a fix. Renaming the skill's directory is left to the user. */
export function isAutomatic({ operations }: Fix): boolean {
  return operations.every(({ kind }) => kind !== "rename-directory");
}

export type Operation =
  | { readonly kind: "edit"; readonly file: string; readonly range: Range; readonly text: string }
  | { readonly kind: "chmod"; readonly file: string; readonly executable: boolean }
  | { readonly kind: "rename"; readonly from: string; readonly to: string }
  /**
   * Renames the skill's directory. It is only suggested and never applied, as references to the directory are outside
   * the skill.
   */
  | { readonly kind: "rename-directory"; readonly to: string };

/**
 * Maximum number of findings of the rule that are reported per file, or per file and message. The last one says how
 * many more there are. Suppressed and baselined findings do not count.
 */
export interface ReportLimit {
  readonly max: number;
  readonly per: "file" | "message";
}

export interface Rule<Input = Skill> {
  readonly meta: RuleMeta;
  /** Absent if every finding is reported. */
  readonly reportLimit?: ReportLimit;
  /** Must be pure: no I/O, no clock, and no state between calls. */
  check(context: RuleContext<Input>): Iterable<Finding>;
}

export interface RuleContext<Input = Skill> {
  readonly subject: Input;
  /** No advice may break one of these. Absent if no target is chosen. */
  readonly targets?: readonly Target[] | undefined;
  /** The clients to report, if they were chosen; by default the common ones. Messages name no others. */
  readonly clients?: readonly Target[] | undefined;
}

/** The programs that messages may name. */
export type ChosenPrograms = Pick<RuleContext, "targets" | "clients">;

/** The reasons for which clients may refuse what a finding reports. */
export function reasonsOf({ refusals = [] }: Finding): readonly Reason[] {
  return refusals.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
}
