import type { Command } from "commander";
import { type Paint, plainPaint } from "../../model/paint.ts";
import type { Io } from "../io.ts";
import { programName } from "../program-name.ts";

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

/** The styles for standard output, and the command that pages name. Loads the modules for terminal colors and links only if they are used. */
export async function paintFor(io: Io, flag: boolean | undefined): Promise<Paint> {
  const colored = wantsColor(io, flag);
  const tints = colored ? (await import("../terminal-paint.ts")).colorPaint : plainPaint;
  const paint = { ...tints, command: programName(io) };
  if (!colored && !io.env["FORCE_HYPERLINK"]) return paint;
  const link = (await import("./hyperlinks.ts")).linksFor(io, colored);
  return link ? { ...paint, link } : paint;
}
