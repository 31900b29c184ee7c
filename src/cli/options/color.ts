import type { Command } from "commander";
import { type Paint, plainPaint } from "../../model/paint.ts";
import type { Io } from "../io.ts";

/** Adds --color and --no-color. */
export function addColorOption(command: Command): Command {
  return command
    .option("--color", "use color, even if the output is not a terminal")
    .option("--no-color", "disable color");
}

/**
 * Whether to color standard output, by the first of: --color or --no-color, NO_COLOR (no-color.org), FORCE_COLOR
 * (force-color.org; "0" and "false" turn it off, as in Node), and whether it is a terminal with colors.
 */
export function wantsColor({ env, stdout }: Io, flag: boolean | undefined): boolean {
  if (flag !== undefined) return flag;
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  return stdout.isTTY && env["TERM"] !== "dumb";
}

/** The styles for standard output. Loads the module for terminal colors only if they are used. */
export async function paintFor(io: Io, flag: boolean | undefined): Promise<Paint> {
  return wantsColor(io, flag) ? (await import("../terminal-paint.ts")).colorPaint : plainPaint;
}
