import type { Command } from "commander";
import type { TokenCount } from "../core/token-counter.ts";
import { choose } from "./choose.ts";

const counts: readonly TokenCount[] = ["estimate", "exact"];

/** Adds --tokens. */
export function addTokenOption(command: Command): Command {
  return command.option("--tokens <how>", "estimate, or exact for the tokenizer o200k_base", (word) => choose("count", word, counts), "estimate" as const);
}

/** What the user typed themselves. */
export function typedTokens(command: Command): { readonly tokens?: TokenCount } {
  return command.getOptionValueSource("tokens") === "cli" ? { tokens: command.opts<{ readonly tokens: TokenCount }>().tokens } : {};
}
