import type { Option } from "commander";
import { SkillsError } from "../../core/errors.ts";
import { systemIds } from "../../model/agent.ts";
import { clientIds } from "../../model/target.ts";
import { optionAmong } from "../program.ts";

/** An option with recorded clients as its value, possibly with a version; the use case checks the ids. */
export function clientOption(flags: string, about: string): Option {
  return optionAmong(flags, about, clientIds);
}

/** An option with a simulated system as its value, whose directories are used; the use case checks the id. */
export function systemOption(flags: string, about: string): Option {
  return optionAmong(flags, about, systemIds);
}

/** A comma-separated list of clients, which may be repeated. The use case checks the ids. */
export function parseClients(list: string, before: readonly string[] = []): readonly string[] {
  const words = list.split(",").map((word) => word.trim());
  if (words.includes(""))
    throw new SkillsError("bad-usage", "--client needs an id; run `skills clients` for the list");
  return [...before, ...words.filter((word) => !before.includes(word))];
}
