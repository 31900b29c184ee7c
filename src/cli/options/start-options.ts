import type { Command } from "commander";
import type { RunPlan, StartOptions } from "../../api/real/open-client.ts";
import { SkillsError } from "../../core/errors.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { clean } from "../../report/drawing/width.ts";
import type { Io } from "../io.ts";
import { parseAmount } from "./amount.ts";

/** The options of the commands that start an installed client. */
export interface StartFlags {
  readonly clientCommand?: string;
  readonly allowNetwork?: boolean;
  readonly allowHome?: boolean;
  readonly timeout?: number;
}

export function addStartOptions(command: Command, flag: string): Command {
  return command
    .option("--client-command <path>", `with ${flag}, the client's program (default: searched in PATH)`)
    .option("--allow-network", `with ${flag}, start the client even where its network cannot be cut off`)
    .option("--allow-home", `with ${flag}, start the client even where your files cannot be hidden from it`)
    .option("--timeout <seconds>", `with ${flag}, time limit of each start (default: 120)`, (word) =>
      parseAmount("--timeout", word),
    );
}

/** Throws a SkillsError for options that have no effect without a flag. */
export function refuseStartFlags(flags: StartFlags, flag: string): void {
  const { clientCommand, allowNetwork, allowHome, timeout } = flags;
  const given = {
    "--client-command": clientCommand,
    "--allow-network": allowNetwork,
    "--allow-home": allowHome,
    "--timeout": timeout,
  };
  const [orphan] = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (orphan !== undefined) throw new SkillsError("bad-usage", `${orphan} needs ${flag}`);
}

/** The flags as options of the use cases; what will be run is printed on standard error. */
export function startOptions(
  { clientCommand, allowNetwork, allowHome, timeout }: StartFlags,
  io: Io,
): StartOptions {
  return {
    cwd: io.cwd,
    env: io.env,
    ...(clientCommand !== undefined && { command: clientCommand }),
    ...(allowNetwork && { allowNetwork }),
    ...(allowHome && { allowHome }),
    ...(timeout !== undefined && { seconds: timeout }),
    onPlan: (plan) => io.stderr.write(describePlan(plan)),
  };
}

function describePlan({ title, command, folder, copies, network, readable, variables }: RunPlan): string {
  const lines = [
    ["starts", title],
    ["command", command.map((word) => toShellWord(word)).join(" ")],
    [
      "HOME",
      `a new directory in ${folder}, ${copies ? "with copies of the client's directories of skills, " : ""}removed at the end`,
    ],
    [
      "files",
      readable
        ? `programs of the system, and to read: ${readable.join(", ") || "nothing else"}; all others are hidden`
        : "YOURS, as --allow-home permits: your home directory with its keys, and sockets in /run and /tmp",
    ],
    [
      "network",
      network === "none" ? "none; a mock model answers on loopback" : "YOURS, as --allow-network permits",
    ],
    ["environment", `only ${variables.join(", ")}; no keys of yours`],
  ];
  return `${lines.map(([name = "", text = ""]) => `${name.padEnd(12)}${clean(text)}`).join("\n")}\n\n`;
}
