import type { OpenBaseline } from "../../lint/baseline.ts";
import { type LintRun, startRun } from "../../lint/lint-run.ts";
import { suppressionReader } from "../../lint/apply-suppressions.ts";
import type { LoadOptions } from "../../lint/load-skill.ts";
import type { Client } from "../../model/loader.ts";
import type { ContextReader } from "../../model/skill.ts";
import { isClient, type Target } from "../../model/target.ts";
import { pathInside } from "../../find/passed-over.ts";
import { loadExactCounter } from "../../tokens/exact-counter.ts";
import { clientsFor } from "../../targets/newest-clients.ts";
import { pathSettings } from "../settings/path-settings.ts";
import type { LintOptions } from "./lint-options.ts";
import type { RuleClock } from "./rule-clock.ts";
import { commonClients } from "../../generated/common-clients.ts";

/** The options that influence the findings of a skill. */
export interface RunOptions
  extends Pick<
    LintOptions,
    | "otherTargets"
    | "rules"
    | "overrides"
    | "security"
    | "tokens"
    | "syntax"
    | "inline"
    | "suppressions"
    | "fix"
    | "fixRules"
    | "acceptFix"
  > {
  readonly targets: readonly Target[];
  readonly noteUnfixed?: LintRun["noteUnfixed"];
}

/** What a thread needs to lint skills: plain data. */
export interface LintPlan
  extends Pick<RunOptions, "targets" | "otherTargets" | "rules" | "overrides" | "security" | "tokens"> {
  readonly command: "lint";
}

export function lintPlan({
  targets,
  otherTargets,
  rules,
  overrides,
  security,
  tokens,
}: RunOptions): LintPlan {
  return {
    command: "lint",
    targets,
    ...(otherTargets && { otherTargets }),
    ...(rules && { rules }),
    ...(overrides && { overrides }),
    ...(security && { security }),
    ...(tokens && { tokens }),
  };
}

interface RunParts {
  readonly contextOf: ContextReader;
  /** What other programs found, with `syntax`. */
  readonly syntax?: LoadOptions["syntax"];
  readonly clock?: RuleClock | undefined;
  readonly baseline?: OpenBaseline | undefined;
}

/** Loads what the options ask for, before the first skill is examined. */
export async function prepareRun(
  options: RunOptions,
  { contextOf, syntax, clock, baseline }: RunParts,
): Promise<LintRun> {
  const { security, fix, fixRules, acceptFix, noteUnfixed } = options;
  const tokens = options.tokens === "exact" ? await loadExactCounter() : undefined;
  return startRun({
    clientsOf: clientsFor(await loadClients(options)),
    settings: pathSettings({ ...options, targets: [...options.targets, ...(options.otherTargets ?? [])] }),
    suppressionsOf: suppressionReader({ ...options, pathInside }),
    reading: { ...(tokens && { tokens }), syntax, contextOf },
    security,
    syntax: options.syntax,
    fix,
    fixRules,
    acceptFix,
    noteUnfixed,
    baseline: baseline?.work,
    timerOf: clock && ((label) => clock.timerOf(label)),
  });
}

/** The records of all clients are loaded only if a target may name one that is not common. */
async function loadClients({
  targets,
  otherTargets = [],
  overrides,
}: RunOptions): Promise<readonly Client[]> {
  const mayAsk = overrides !== undefined || [...targets, ...otherTargets].some(isClient);
  return mayAsk ? (await import("../../generated/clients.ts")).clients : commonClients;
}
