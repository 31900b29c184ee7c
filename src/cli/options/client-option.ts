import type { Option } from "commander";
import { SkillsError } from "../../core/errors.ts";
import { systemIds } from "../../model/agent.ts";
import { clientIds } from "../../model/target.ts";
import { optionAmong } from "../program.ts";

/** An option with recorded clients as its value, possibly with a version; the use case checks the ids. */
export function clientOption(flags: string, about: string): Option {
  return optionAmong(flags, about, clientIds);
}

/** Like `clientOption`, for directories, which simulated agents also have. */
export function clientOrAgentOption(flags: string, about: string): Option {
  return optionAmong(flags, about, Array.from(new Set([...clientIds, ...systemIds])));
}

/** A comma-separated list of clients, which may be repeated. The use case checks the ids. */
export function parseClients(list: string, before: readonly string[] = []): readonly string[] {
  const words = list.split(",").map((word) => word.trim());
  if (words.includes(""))
    throw new SkillsError("bad-usage", "--client needs an id; run `skills clients` for the list");
  return [...before, ...words.filter((word) => !before.includes(word))];
}
