import type { Command } from "commander";
import type { SurveyOptions } from "../../api/scope/survey-skills.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import type { PageStyle } from "../../report/commands/page-style.ts";
import { addReadOptions, checkScope, type CheckFlags } from "./check-options.ts";
import { paintFor } from "./color.ts";
import type { Io } from "../io.ts";
import { programName } from "../program-name.ts";
import { addTokenOption } from "./token-option.ts";

/** The options of commands that show skills without checking them. */
export interface SurveyFlags extends Pick<CheckFlags, "stdinName" | "color"> {
  readonly all?: boolean;
  readonly tokens: TokenCount;
}

/** Adds the options except --format and --all, which each command describes differently. */
export function addSurveyOptions(command: Command): Command {
  return addTokenOption(addReadOptions(command));
}

/** What to read, as options for the library, and how to render the result. */
export async function prepareSurvey(
  operands: readonly string[],
  flags: SurveyFlags,
  io: Io,
): Promise<{ readonly options: SurveyOptions; readonly style: PageStyle }> {
  const { paths, cwd, stdin } = checkScope(operands, flags, io);
  return {
    options: { paths, cwd, tokens: flags.tokens, ...(stdin && { stdin }) },
    style: {
      paint: await paintFor(io, flags.color),
      width: Math.min(io.stdout.columns ?? 80, 100),
      all: flags.all === true,
      command: programName(io),
    },
  };
}
