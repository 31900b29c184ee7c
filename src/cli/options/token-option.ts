import type { Command } from "commander";
import type { TokenCount } from "../../model/token-counter.ts";
import { choiceOption } from "../program.ts";

const counts: readonly TokenCount[] = ["estimate", "exact"];

/** Adds --tokens. */
export function addTokenOption(command: Command): Command {
  return command.addOption(
    choiceOption(
      "--tokens <how>",
      "count tokens by estimate or exactly (tokenizer o200k_base)",
      counts,
      "estimate",
    ),
  );
}

/** The value if the user typed it: the default must not override the config. */
export function typedTokens(command: Command): { readonly tokens?: TokenCount } {
  return command.getOptionValueSource("tokens") === "cli"
    ? { tokens: command.opts<{ readonly tokens: TokenCount }>().tokens }
    : {};
}
