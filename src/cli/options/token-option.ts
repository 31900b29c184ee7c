import type { Command } from "commander";
import type { TokenCount } from "../../model/token-counter.ts";
import { choiceOption } from "../program.ts";

const counts: readonly TokenCount[] = ["estimate", "exact"];

/** Adds --tokens. */
export function addTokenOption(command: Command): Command {
  return command.addOption(
    choiceOption("--tokens <how>", "estimate, or exact for the tokenizer o200k_base", counts, "estimate"),
  );
}

/** What the user typed themselves. */
export function typedTokens(command: Command): { readonly tokens?: TokenCount } {
  return command.getOptionValueSource("tokens") === "cli"
    ? { tokens: command.opts<{ readonly tokens: TokenCount }>().tokens }
    : {};
}
