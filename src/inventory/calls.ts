import { commandSpans } from "./command-spans.ts";
import type { Region } from "./regions.ts";
import { writtenCalls } from "./script-calls.ts";
import { scanShell } from "./scan-shell.ts";
import { callsOf } from "./shell-calls.ts";
import type { ShellText, ShellWord } from "./shell-frames.ts";

/** A program and its arguments, somewhere in a skill. */
export interface Call {
  readonly region: Region;
  readonly words: readonly ShellWord[];
  /** What the same text calls a function is no program. */
  readonly functions: ReadonlySet<string>;
  /** A script calls it; otherwise the text tells the agent to. */
  readonly script: boolean;
}

const none: ReadonlySet<string> = new Set();

/** Every call that is written out: in commands, in scripts and in code spans. */
export function* callsIn(regions: readonly Region[]): Generator<Call> {
  for (const region of regions) {
    if (region.shell) yield* shellCalls(region, region.shell, region.role === "script");
    else if (region.role === "script") yield* scriptCalls(region);
    else if (region.role === "prose")
      for (const { start, end } of commandSpans(region))
        yield* shellCalls(region, scanShell(region.text, start, end), false);
  }
}

function* shellCalls(region: Region, { commands, functions }: ShellText, script: boolean): Generator<Call> {
  for (const command of commands)
    for (const words of callsOf(command)) yield { region, words, functions, script };
}

function* scriptCalls(region: Region): Generator<Call> {
  for (const { text, start, line } of writtenCalls(region)) {
    if (line) yield* shellCalls(region, scanShell(region.text, start, start + text.length), true);
    else
      yield {
        region,
        words: [{ text, start, end: start + text.length, literal: true }],
        functions: none,
        script: true,
      };
  }
}
