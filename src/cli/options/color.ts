import type { Command } from "commander";
import { type Paint, plainPaint } from "../../model/paint.ts";
import type { Io } from "../io.ts";

/** Adds --color and --no-color. */
export function addColorOption(command: Command): Command {
  return command.option("--color", "colour the text, whatever the output is").option("--no-color", "do not");
}

/**
 * Whether to colour standard output: the user's --color or --no-color, then NO_COLOR (no-color.org), then FORCE_COLOR
 * (force-color.org; "0" and "false" turn it off, as in Node), then whether a terminal is there that knows colours.
 */
export function wantsColor({ env, stdout }: Io, flag: boolean | undefined): boolean {
  if (flag !== undefined) return flag;
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  return stdout.isTTY && env["TERM"] !== "dumb";
}

/** How to draw on standard output; what knows a terminal's colors is loaded only where they are wanted. */
export async function paintFor(io: Io, flag: boolean | undefined): Promise<Paint> {
  return wantsColor(io, flag) ? (await import("../terminal-paint.ts")).colorPaint : plainPaint;
}
