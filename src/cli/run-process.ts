import { SkillsError } from "../core/errors.ts";
import { wrap } from "../report/drawing/text-wrap.ts";
import { clean } from "../report/drawing/width.ts";
import { processIo, type ExitCode, type Io } from "./io.ts";

/** A program or one of its commands; `args` is what the user typed after its name. Throws a SkillsError where it could not do it. */
export type Main = (args: readonly string[], io: Io) => ExitCode | Promise<ExitCode>;

/**
 * Runs a program on the real streams, and ends the process with its exit code.
 * There is no handler for SIGINT and SIGTERM but while files are written (write/uninterrupted.ts): the work is synchronous, so a handler would only delay them, and dying of them is what shells call 130 and 143.
 */
export function runProcess(name: string, main: Main): void {
  const io = processIo();
  void runMain(name, main, process.argv.slice(2), io).then((code) => {
    process.exitCode = code;
    // All is written by now, but for a terminal of Windows. Left to itself Node would wait for V8's threads, which after a run over
    // many skills are still looking for what could be freed.
    if (process.platform !== "win32") process.exit();
  });
}

/** The exit code, whatever happens; what could not be done is said on standard error. */
export async function runMain(name: string, main: Main, args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await main(args, io);
  } catch (error) {
    io.stderr.write(
      error instanceof SkillsError ? refusal(name, error, io.stderr.columns) : fault(name, error),
    );
    return 2;
  }
}

function refusal(name: string, { message, others = [], hint }: SkillsError, columns = Infinity): string {
  const lines = [
    ...[message, ...others].map((sentence) => `${name}: ${clean(sentence)}`),
    ...(hint === undefined ? [] : [clean(hint)]),
  ];
  return lines.map((line) => `${wrap(line, columns).join("\n")}\n`).join("");
}

/** Said by us rather than by Node: its exit code 1 would read as "problems found", and a stack may quote a stranger's bytes. */
function fault(name: string, error: unknown): string {
  const stack = error instanceof Error && error.stack ? error.stack : String(error);
  const lines = stack.split("\n").map((line) => `  | ${clean(line)}`);
  return `${name}: this is a fault of ${name} itself, worth a report with these lines:\n${lines.join("\n")}\n`;
}
