import { estimateTokens } from "../../core/estimate-tokens.ts";
import { positionOf } from "../../find/root-position.ts";
import { loadSkill } from "../../lint/load-skill.ts";
import { predictLoads } from "../../lint/predict-loads.ts";
import type { TextMemory } from "../../lint/text-memory.ts";
import type { ClientLoad } from "../../model/client-load.ts";
import { chosenWords } from "../../model/target.ts";
import { decodeText } from "../../parse/decode.ts";
import type { LintOptions } from "../lint/lint-options.ts";
import { reportedClients } from "../lint/prepare-lint.ts";
import { costsIn, noWords } from "../smoke/smoke-subject.ts";
import type { LiveSource } from "./live-source.ts";

/** What each reported client makes of a skill as the editor shows it. */
export async function loadsOf(
  source: LiveSource,
  { targets = ["spec"], clients }: Pick<LintOptions, "targets" | "clients">,
): Promise<readonly ClientLoad[]> {
  const clientsOf = await reportedClients(targets, chosenWords(clients));
  return predictLoads(source, clientsOf(targets), { position: positionOf(source.directory) }).loads;
}

/** The tokens of a skill at each stage. */
export interface TierTokens {
  readonly entry: number;
  readonly body: number;
  /** Of the files that SKILL.md names. */
  readonly files: number;
  readonly named: number;
}

/** Undefined if the skill has no SKILL.md. */
export function tokensOf(source: LiveSource, memory: TextMemory): TierTokens | undefined {
  const { skill } = loadSkill(source, [], { vocabulary: noWords, memory });
  const costs = costsIn(skill);
  if (!costs) return undefined;
  const { entry, body, files } = costs;
  return { entry, body, files: files.reduce((sum, { tokens }) => sum + tokens, 0), named: files.length };
}

/** The tokens of one file; undefined if it cannot be read as text. */
export function tokensIn(source: LiveSource, path: string): number | undefined {
  const entry = source.list().entries.find((each) => each.path === path);
  if (entry?.kind !== "file" || entry.binary) return undefined;
  const bytes = source.read(path);
  return bytes.includes(0) ? undefined : estimateTokens(decodeText(bytes).source.text);
}
