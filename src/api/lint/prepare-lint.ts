import { onceForEach, onceForRecent } from "../../core/once.ts";
import { positionOf } from "../../find/root-position.ts";
import { examineSync, type Prepared, type SyncExaminer } from "../../lint/examine.ts";
import { lintExaminer, loadsExaminer } from "../../lint/examiners.ts";
import type { LoadOptions } from "../../lint/load-skill.ts";
import { type PathSettings, rulesToRun } from "../../lint/rule-settings.ts";
import { vocabularyOf } from "../../lint/vocabulary-of.ts";
import type { Claim, ExaminerId, Question } from "../../model/answer.ts";
import type { Client } from "../../model/loader.ts";
import type { OwnRule } from "../../model/own-rule.ts";
import type { Rule } from "../../model/rule.ts";
import type { Policy } from "../../model/policy.ts";
import type { SkillSource } from "../../model/source.ts";
import { isClient, type Target } from "../../model/target.ts";
import { lintRules } from "../../rules/lists/lint-rules.ts";
import { suppressionRules } from "../../rules/lists/suppression-rules.ts";
import { commonClients } from "../../generated/common-clients.ts";
import { clientsFor } from "../../targets/newest-clients.ts";
import { validators } from "../../generated/validators.ts";
import { loadExactCounter } from "../../tokens/exact-counter.ts";
import type { LintOptions } from "./lint-options.ts";
import type { RuleClock } from "./rule-clock.ts";

interface Asked extends Pick<LintOptions, "security" | "tokens" | "ownRules"> {
  readonly clients: readonly string[] | undefined;
  examiners(targets: readonly Target[]): readonly ExaminerId[];
  readonly settings: PathSettings;
  readonly policy?: Policy | undefined;
  /** Whether a cache or a baseline needs digests. */
  readonly digests: boolean;
}

/** Returns the question about a skill; skills with equal targets have the same one. */
export function lintQuestions({
  examiners,
  settings,
  security = false,
  ownRules = [],
  tokens,
  clients,
  policy,
  digests,
}: Asked): (source: SkillSource) => Question {
  const requested = rulesToRun(settings.widest, security).flatMap(({ meta }) => (meta.off ? [meta.id] : []));
  const own = ownRules.filter(({ id }) => settings.widest[id] !== "off");
  const questionOf = onceForEach(
    (targets: readonly Target[]): Question => ({
      examiners: examiners(targets),
      targets,
      ...(clients && { clients }),
      rules: { requested, ...(own.length > 0 && { own }) },
      ...(tokens && { tokens }),
      ...(policy && { policy }),
      ...(digests && { digests }),
    }),
  );
  return (source) => questionOf(settings.targetsOf(source));
}

interface LintParts extends Pick<LoadOptions, "contextOf" | "memory"> {
  /** What other programs found, with `syntax`. */
  readonly syntax?: LoadOptions["syntax"];
  readonly clock?: RuleClock | undefined;
}

/** Returns a function that loads what a question asks for. */
export function lintPreparer({
  contextOf,
  memory,
  syntax,
  clock,
}: LintParts): (question: Question) => Promise<Prepared<SyncExaminer>> {
  return onceForEach(async (question) => {
    const { examiners, targets, clients, tokens, digests, rules: asked } = question;
    const { requested, own } = typeof asked === "object" ? asked : noneRequested;
    const { rules: builtIn, vocabulary } = ruleSet(requested);
    const rules = own ? [...builtIn, ...(await ownRulesOf(own))] : builtIn;
    const clientsOf = await reportedClients(targets, clients);
    const timerOf = clock && ((label: string) => clock.timerOf(label));
    return {
      examiners: [
        ...(examiners.includes("loads") ? [loadsExaminer(clientsOf, positionOf)] : []),
        lintExaminer({ rules, clientsOf, positionOf, timerOf }),
      ],
      reading: {
        vocabulary,
        ...(tokens === "exact" && { tokens: await loadExactCounter() }),
        syntax,
        memory,
        contextOf,
      },
      models: validators,
      ...(digests && { digest: (await import("../../manifest/digest.ts")).digestText }),
    };
  });
}

interface RuleSet {
  readonly rules: readonly Rule[];
  readonly vocabulary: NonNullable<LoadOptions["vocabulary"]>;
}

const noneRequested: Exclude<NonNullable<Question["rules"]>, string> = { requested: [] };

/** Loads the code of rules of one's own only if there are some. */
async function ownRulesOf(own: readonly OwnRule[]): Promise<readonly Rule[]> {
  const { makeRules } = await import("../../own/make-rules.ts");
  return makeRules(own);
}

/** Returns a reader of the claims of skills that are only compared; undefined if no rule compares values. */
export async function claimReader(
  { ownRules = [] }: Pick<LintOptions, "ownRules">,
  questionOf: (source: SkillSource) => Question,
): Promise<((source: SkillSource) => readonly Claim[]) | undefined> {
  const comparing = ownRules.filter(({ check }) => check.kind === "field" && check.unique);
  if (comparing.length === 0) return undefined;
  const examiners = [lintExaminer({ rules: await ownRulesOf(comparing), clientsOf: () => [] })];
  return (source) =>
    examineSync(source, questionOf(source), { examiners, reading: {}, models: [] }).claims ?? [];
}

/** Building the vocabulary takes as long as examining a skill, which an editor does at each keystroke. */
function ruleSet(requested: readonly string[]): RuleSet {
  return ruleSetOf(requested.join(" "));
}

const ruleSetOf = onceForRecent((requested): RuleSet => {
  const ids = requested.split(" ");
  const rules = lintRules.filter(({ meta }) => !meta.off || ids.includes(meta.id));
  return { rules, vocabulary: vocabularyOf([...rules, ...suppressionRules]) };
});

/** Returns the clients to report, by default the common ones, for each list of targets. */
export async function reportedClients(
  targets: readonly Target[],
  clients: readonly string[] | undefined,
): Promise<ReturnType<typeof clientsFor>> {
  const reported = clients && (await import("../compat/choose-clients.ts")).reportedVersions(clients);
  return clientsFor(await loadClients(targets), reported);
}

/** The records of all clients are loaded only if a target may name one that is not common. */
async function loadClients(targets: readonly Target[]): Promise<readonly Client[]> {
  return targets.some(isClient) ? (await import("../../generated/clients.ts")).clients : commonClients;
}
