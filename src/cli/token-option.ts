import type { Command } from "commander";
import { choose } from "./choose.ts";

export type TokenCount = "estimate" | "exact";

const counts: readonly TokenCount[] = ["estimate", "exact"];

/** Adds --tokens. */
export function addTokenOption(command: Command): Command {
  return command.option("--tokens <how>", "estimate, or exact for the tokenizer o200k_base", (word) => choose("count", word, counts), "estimate" as const);
}
