import type { Encoding } from "../core/source-text.ts";
import type { CollectedSkill } from "./collection.ts";
import type { DryPacked, StageTokens } from "./reports/check.ts";
import type { ClientLoad } from "./client-load.ts";
import type { SmokeCounts, TestResult } from "./reports/test.ts";
import type { SystemId } from "./agent.ts";
import type { OwnRule } from "./own-rule.ts";
import type { Denial, Policy } from "./policy.ts";
import type { Diagnostic, Subject } from "./report.ts";
import type { ContextReader } from "./skill.ts";
import type { Unread } from "./source.ts";
import type { SmokeLimits } from "./smoke.ts";
import type { MisspelledSuppression, SuppressionComment } from "./suppression.ts";
import type { Target } from "./target.ts";
import type { TokenCount } from "./token-counter.ts";

export type ExaminerId = "loads" | "lint" | "costs" | "pack" | "smoke" | "policy";

/**
 * What is asked about a skill, as plain data: all that the answer depends on besides the skill, its surroundings and
 * this version of the program.
 */
export interface Question {
  /** In the order in which they run. */
  readonly examiners: readonly ExaminerId[];
  /** The targets whose refusal is an error. */
  readonly targets: readonly Target[];
  /** The clients to report, as in a config; by default the common ones. */
  readonly clients?: readonly string[];
  /** The rules of `validate`, or those of `lint` with some of those that run only on request. */
  readonly rules?: "validate" | { readonly requested: readonly string[]; readonly own?: readonly OwnRule[] };
  readonly tokens?: TokenCount;
  readonly smoke?: SmokeQuestion;
  /** What the skill may do. */
  readonly policy?: Policy;
  /** Whether the answer contains what a cache and a baseline need; few runs load a hash function. */
  readonly digests?: true;
}

/** Tests of simulated systems to be listed one by one, as in `skills test`. */
export interface SmokeQuestion {
  readonly systems: readonly SystemId[];
  readonly limits: SmokeLimits;
  /** The text that names of tests must contain, in lower case. */
  readonly filter: string;
  /** Whether tests that passed have traces. */
  readonly traces: boolean;
}

/**
 * The answer to a question about one skill: plain data that is the same whether it was found here, in a thread or in an
 * earlier run. Contains no text of the skill but excerpts and frontmatter.
 */
export interface Answer {
  /** Its findings are those before configured severities, suppressions and the baseline. */
  readonly subject: Subject;
  /** The name of the skill's directory. */
  readonly directoryName: string;
  /** Set if only SKILL.md was available. */
  readonly alone?: true;
  /** For the rules about several skills; absent if the skill does not load. */
  readonly head?: Head;
  /** Absent if there is none. */
  readonly claims?: readonly Claim[];
  readonly comments: readonly SuppressionComment[];
  readonly misspelled: readonly MisspelledSuppression[];
  /** The lines on which these begin, as findings about suppressions show them. */
  readonly lines: readonly (readonly [file: string, line: number, text: string])[];
  /** Digests of the files with a finding that has no line, for the baseline. */
  readonly contents?: readonly (readonly [file: string, digest: string])[];
  /** The files that could not be parsed, if that was tried. */
  readonly unparsed?: readonly Unread[];
  readonly loads?: readonly ClientLoad[];
  /** Absent if there is no SKILL.md. */
  readonly tokens?: StageTokens;
  /** Absent if the skill cannot be packed. */
  readonly pack?: DryPacked;
  readonly smoke?: SmokeAnswer;
  /** What the policy denies. */
  readonly policy?: readonly Denial[];
  /** What was asked about the surroundings of the skill. */
  readonly asked?: AskedContext;
  /** Whether the next run would find the same if nothing changed. */
  readonly lasting: boolean;
}

/** What simulated systems make of a skill. */
export interface SmokeAnswer {
  /** Of the chosen agents. */
  readonly counts?: SmokeCounts;
  /** The tests that were asked for. */
  readonly tests?: readonly TestResult[];
  /** What a client announces of the skill, with the tests. */
  readonly announced?: { readonly name: string; readonly description: string; readonly hidden: boolean };
}

/** The frontmatter of a skill and its fields. */
export interface Head {
  readonly text: string;
  readonly encoding: Encoding;
  readonly skill: Omit<CollectedSkill, "root">;
}

/** A finding that counts only if another skill has the same value. */
export interface Claim {
  readonly value: string;
  readonly finding: Diagnostic;
}

/** What was asked about the surroundings of a skill, and a digest of what was found. */
export type AskedContext = readonly [needs: Parameters<ContextReader>[2], digest: string];
