import type { Question } from "../model/answer.ts";
import type { RootPosition } from "../model/client-roots.ts";
import type { LoadOutcomeId } from "../model/loader.ts";
import { type ClientLoad, isHiddenAsAsked } from "../model/client-load.ts";
import type { Subject } from "../model/report.ts";
import type { Rule } from "../model/rule.ts";
import { clientsNamed } from "../model/target.ts";
import type { RecordedVersion } from "../targets/newest-clients.ts";
import type { Look, SyncExaminer } from "./examine.ts";
import { checkSkill } from "./examine-skill.ts";
import { predictLoads } from "./predict-loads.ts";
import type { RunRulesOptions } from "./run-rules.ts";

/** The clients whose loading is predicted for a skill with these targets. */
type ClientsOf = (targets: Question["targets"]) => readonly RecordedVersion[];

/** Returns where a skill is in a root of clients. */
type PositionOf = (directory: string | undefined) => RootPosition | undefined;

/** Predicts what clients make of a skill. */
export function loadsExaminer(clientsOf: ClientsOf, positionOf: PositionOf): SyncExaminer {
  return {
    id: "loads",
    facts: ({ directory }) => positionOf(directory) ?? null,
    examine: (look, _, { examiners, targets }) => {
      const { name, loads } = loadsOf(look, clientsOf(targets), {
        isParsed: examiners.includes("lint"),
        positionOf,
      });
      return { loads: { ...(name !== undefined && { name }), rows: loads } };
    },
  };
}

interface LintParts {
  readonly rules: readonly Rule[];
  readonly clientsOf: ClientsOf;
  /** Absent if no skill is in a directory. */
  readonly positionOf?: PositionOf;
  /** Returns the timer for the rules of a skill, by the skill's label. */
  readonly timerOf?: ((label: string) => RunRulesOptions["timeRule"]) | undefined;
}

/** Runs rules over a skill, and adds the clients that do not load it to the findings that say why. */
export function lintExaminer({ rules, clientsOf, positionOf, timerOf }: LintParts): SyncExaminer {
  return {
    id: "lint",
    facts: ({ directory }) => positionOf?.(directory) ?? null,
    examine: (look, { loads: known }, { targets, clients: words }) => {
      const clients = clientsOf(targets);
      const loads =
        known?.rows ??
        (clients.length === 0 ? [] : loadsOf(look, clients, { isParsed: true, positionOf }).loads);
      const timeRule = timerOf?.(look.source.label);
      return {
        lint: {
          ...checkSkill(look.parsed(), {
            targets,
            clients: words && clientsNamed(words),
            rules,
            loads,
            timeRule,
          }),
          ...(clients.length > 0 && { loads: worstByClient(loads) }),
        },
      };
    },
  };
}

interface Asking {
  /** Whether the skill is parsed for other examiners anyway. */
  readonly isParsed: boolean;
  readonly positionOf: PositionOf | undefined;
}

function loadsOf(look: Look, clients: readonly RecordedVersion[], { isParsed, positionOf }: Asking) {
  const position = positionOf?.(look.source.directory);
  if (!isParsed) return predictLoads(look.source, clients, { position });
  const { bytes, skill } = look.parsed();
  return predictLoads(look.source, clients, { bytes, document: skill.document, position });
}

/** From the least to the most important to report. */
const ranks: readonly LoadOutcomeId[] = ["unknown", "as-written", "differs", "not-loaded"];

function worstByClient(loads: readonly ClientLoad[]): NonNullable<Subject["loads"]> {
  const worst: Record<string, LoadOutcomeId> = {};
  for (const load of loads) {
    const { client } = load;
    const outcome = isHiddenAsAsked(load) ? "as-written" : load.outcome;
    if (ranks.indexOf(outcome) > ranks.indexOf(worst[client] ?? "unknown")) worst[client] = outcome;
    else worst[client] ??= outcome;
  }
  return worst;
}
