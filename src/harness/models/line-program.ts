import { SkillsError } from "../../core/errors.ts";
import { quote, show } from "../../core/show.ts";
import { onSignal } from "../on-signal.ts";
import { start, type End, type Program, type Running } from "../spawn.ts";
import { within } from "../within.ts";

export interface LineLimits {
  /** Timeout for an answer. */
  readonly milliseconds: number;
  readonly lineBytes: number;
}

/** A running program that answers each line of its standard input with a line on its standard output. */
export interface LineProgram {
  /**
   * The next line of output. Throws a SkillsError if there is none. Must not be called again before it has returned.
   */
  ask(line: string): Promise<string>;
  /** Closes the program's input, then kills the program and its group, and waits until it has ended. */
  close(): Promise<void>;
}

/** Time that a program has to end by itself: after its input was closed, and again after SIGTERM. */
const partingMilliseconds = 500;
/** Time to wait for the last output after the program has ended. */
const lingerMilliseconds = 100;
/** Number of bytes of its standard error that are retained: enough for the last lines of a stack trace. */
const keptOfErrors = 4_096;

/** Starts a program of the user; `named` is its name for messages. */
export function startLineProgram(program: Program, named: string, limits: LineLimits): LineProgram {
  const running = start(program, "pipe");
  const release = onSignal(() => void running.signal("SIGKILL"));
  let errors = "";
  running.onOutput(
    "stderr",
    (bytes) => void (errors = (errors + bytes.toString("latin1")).slice(-keptOfErrors)),
  );
  const lines = readLines(running, limits.lineBytes);
  return {
    ask: async (line) => {
      // An answer that is taken for that of another request would be judged as the model's.
      const early = lines.early();
      if (early !== undefined)
        throw new SkillsError(
          "unreadable",
          `${quote(named)} wrote ${quote(early, 80)} before it was asked; write one line for each line read`,
        );
      running.write(`${line}\n`);
      const answer = (await within(limits.milliseconds, lines.next())) ?? {
        silence: `wrote no line within ${limits.milliseconds / 1000} s`,
      };
      if (typeof answer === "string") return answer;
      throw new SkillsError(
        "unreadable",
        `expected a line of JSON from ${quote(named)}, but it ${answer.silence}`,
        hintOf(errors),
      );
    },
    close: async () => {
      running.endInput();
      for (const name of ["SIGTERM", "SIGKILL"] as const) {
        await within(partingMilliseconds, running.ended);
        running.signal(name);
      }
      await within(partingMilliseconds, running.ended);
      running.release();
      release();
    },
  };
}

interface Silence {
  /** Why there are no more lines; follows the program's name in a message. */
  readonly silence: string;
}

interface Lines {
  /** The next line, or the reason why there are no more. */
  next(): Promise<string | Silence>;
  /** A line that was not read yet; undefined if there is none. */
  early(): string | undefined;
}

function readLines(running: Running, lineBytes: number): Lines {
  const ready: string[] = [];
  let readyBytes = 0;
  let rest = Buffer.alloc(0);
  let over: Silence | undefined;
  let wake: (() => void) | undefined;
  const end = (silence: string): void => {
    over ??= { silence };
    wake?.();
  };
  running.onOutput("stdout", (bytes) => {
    if (over) return;
    rest = Buffer.concat([rest, bytes]);
    for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
      ready.push(rest.toString("utf8", 0, at));
      readyBytes += at + 1;
      rest = rest.subarray(at + 1);
    }
    if (rest.length > lineBytes || (ready.length > 1 && readyBytes > lineBytes)) {
      running.signal("SIGKILL");
      end(
        rest.length > lineBytes
          ? `wrote a line of more than ${lineBytes} bytes`
          : `wrote more than ${lineBytes} bytes for one line`,
      );
      rest = Buffer.alloc(0);
    }
    if (ready.length > 0) wake?.();
  });
  void running.ended.then(async (how) => {
    await within(lingerMilliseconds, running.closed);
    end(lastWords(how));
  });
  return {
    early: () => ready[0],
    next: async () => {
      if (ready.length === 0 && !over) await new Promise<void>((resolve) => (wake = resolve));
      const line = ready.shift();
      if (ready.length === 0) readyBytes = 0;
      return line ?? over!;
    },
  };
}

function lastWords(end: End): string {
  if (end.kind === "exited") return `ended with exit code ${end.code}`;
  return end.kind === "signalled" ? `was killed by ${end.signal}` : `cannot be started (${end.reason})`;
}

function hintOf(errors: string): { readonly hint?: string } {
  const last = Buffer.from(errors, "latin1").toString("utf8").trimEnd().split("\n").at(-1);
  return last ? { hint: `its last line on standard error: ${show(last)}` } : {};
}
