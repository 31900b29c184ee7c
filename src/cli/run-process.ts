import { SkillsError } from "../core/errors.ts";
import { asTyped } from "../report/drawing/as-typed.ts";
import { asciiJson } from "../report/drawing/ascii-json.ts";
import { wrap } from "../report/drawing/text-wrap.ts";
import { clean } from "../report/drawing/width.ts";
import { processIo, type ExitCode, type Io, type Output } from "./io.ts";
import { nameTyped, programName } from "./program-name.ts";

/**
 * A program or one of its commands; `args` are the arguments after its name. Throws a SkillsError for usage and I/O
 * errors.
 */
export type Main = (args: readonly string[], io: Io) => ExitCode | Promise<ExitCode>;

/**
 * Runs a program on the process's streams, and ends the process with the program's exit code. SIGINT and SIGTERM are
 * handled only while files are written (write/signals.ts): the work is synchronous, so a handler would only delay them.
 * A shell reports a process that they end as 130 and 143.
 */
export function runProcess(name: string, main: Main): void {
  const io = processIo();
  void runMain(name, main, process.argv.slice(2), io).then((code) => {
    process.exitCode = code;
    // All output has been written, except on a Windows terminal. Without this call, Node would wait for V8's threads,
    // which still collect garbage after a run over many skills.
    if (process.platform !== "win32") process.exit();
  });
}

/** Always returns an exit code; errors are printed on standard error. */
export async function runMain(name: string, main: Main, args: readonly string[], io: Io): Promise<ExitCode> {
  // What skills-ref prints is the words of the reference, whatever started it.
  const stderr = name === "skills" ? naming(io) : io.stderr;
  const stdout = name === "skills" && wantsJson(args) ? watched(io.stdout) : undefined;
  const streams = { stderr: { value: stderr }, ...(stdout && { stdout: { value: stdout } }) };
  try {
    return await main(args, Object.create(io, streams));
  } catch (error) {
    stderr.write(error instanceof SkillsError ? refusal(name, error, io) : fault(name, error));
    if (stdout && !stdout.isUsed) io.stdout.write(asciiJson({ error: errorData(error) }));
    return 2;
  }
}

/** Whether the arguments ask for JSON, also if the rest of them is refused. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const words = end === -1 ? args : args.slice(0, end);
  const formats = words.flatMap((word, at) => {
    if (/^(?:--format|-[a-z]*f)$/i.test(word)) return words[at + 1] ?? [];
    return /^(?:--format=|-[a-z]*?f)(json)$/i.exec(word)?.[1] ?? [];
  });
  return formats.at(-1) === "json";
}

/** Standard output that knows whether something was written to it, so that an error does not follow a report. */
function watched(output: Output): Output & { readonly isUsed: boolean } {
  let isUsed = false;
  const write = (text: string): void => {
    isUsed = true;
    output.write(text);
  };
  return Object.create(output, { write: { value: write }, isUsed: { get: () => isUsed } });
}

/** As in schemas/error.schema.json. */
function errorData(error: unknown): object {
  if (!(error instanceof SkillsError))
    return { code: "internal", message: error instanceof Error ? error.message : String(error) };
  const { code, message, hint, others } = error;
  return { code, message, ...(hint !== undefined && { hint }), ...(others && { others }) };
}

/** Standard error, on which messages name the program and its commands as it was started. */
function naming(io: Io): Output {
  const write = (text: string): void =>
    io.stderr.write(asTyped(text, programName(io)).replace(/^skills: /gm, `${nameTyped(io.startedAs)}: `));
  return Object.create(io.stderr, { write: { value: write } });
}

function refusal(name: string, error: SkillsError, io: Io): string {
  const typed = (text: string): string => clean(name === "skills" ? asTyped(text, programName(io)) : text);
  const prefix = name === "skills" ? nameTyped(io.startedAs) : name;
  const { message, others = [], hint } = error;
  const lines = [
    ...[message, ...others].map((sentence) => `${prefix}: ${typed(sentence)}`),
    ...(hint === undefined ? [] : [typed(hint)]),
  ];
  return lines.map((line) => `${wrap(line, io.stderr.columns ?? Infinity).join("\n")}\n`).join("");
}

/**
 * Printed here instead of by Node, whose exit code 1 would mean "problems found", and because a stack may contain
 * untrusted text.
 */
function fault(name: string, error: unknown): string {
  const stack = error instanceof Error && error.stack ? error.stack : String(error);
  const lines = stack.split("\n").map((line) => `  | ${clean(line)}`);
  return `${name}: internal error in ${name}; report it with these lines:\n${lines.join("\n")}\n`;
}
