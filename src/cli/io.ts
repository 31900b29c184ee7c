import { fstatSync, read, readSync, statSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { SkillsError } from "../core/errors.ts";
import { longerPieces } from "../core/pieces.ts";
import { limits } from "../model/limits.ts";
import type { Outcome } from "../model/report.ts";
import type { Start } from "./program-name.ts";

/** Everything that a command uses except its arguments and the files that they name. */
export interface Io extends Start {
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** All of standard input, at most `limits.textBytes`; throws a SkillsError ("too-large", "unreadable"). */
  readStdin(): Uint8Array;
  /**
   * Standard input in pieces, each read when it is asked for; throws a SkillsError ("unreadable"). Absent if all of it
   * is in memory.
   */
  readPieces?(): AsyncIterable<Uint8Array>;
  /**
   * The user's next line without its line ending; undefined at the end of the input. Absent if standard input is not
   * a terminal.
   */
  readonly readLine?: (() => string | undefined) | undefined;
}

export interface Output {
  readonly isTTY: boolean;
  /** Absent if the output is not a terminal. */
  readonly columns?: number | undefined;
  /** Writes the whole text before it returns; ignores a closed pipe. Throws a SkillsError ("unwritable"). */
  write(text: string): void;
}

/** Writes a text in pieces; a long report never has to be in memory as a whole. */
export function writePieces(pieces: Iterable<string>, output: Output): void {
  for (const text of longerPieces(pieces)) output.write(text);
}

export type ExitCode = Outcome;

/** The process's streams, each opened on first use: creating `process.stdout` alone takes a few milliseconds. */
export function processIo(): Io {
  return {
    get cwd() {
      return workingDirectory();
    },
    env: process.env,
    startedAs: process.argv[1],
    stdout: output(1, "standard output", () => process.stdout),
    stderr: output(2, "standard error", () => process.stderr),
    readStdin,
    readPieces,
    get readLine() {
      return process.stdin.isTTY ? readLine : undefined;
    },
  };
}

/** A shell's working directory may have been deleted. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new SkillsError("unreadable", "the working directory does not exist", {
      hint: "cd to an existing directory",
      cause,
    });
  }
}

function output(descriptor: number, name: string, stream: () => NodeJS.WriteStream): Output {
  let known: boolean | undefined;
  const isTerminal = () => (known ??= mayBeTerminal(descriptor) && stream().isTTY === true);
  return {
    get isTTY() {
      return isTerminal();
    },
    get columns() {
      // Terminals whose width is unknown report it as 0.
      return isTerminal() ? stream().columns || undefined : undefined;
    },
    write(text) {
      // A Windows console accepts UTF-8 only from its stream.
      if (isTerminal()) stream().write(text);
      else writeAll(descriptor, name, Buffer.from(text));
    },
  };
}

/** Creating a stream, which knows, takes as long as reading a skill; the output is often thrown away. */
function mayBeTerminal(descriptor: number): boolean {
  const device = fstatSync(descriptor);
  return device.isCharacterDevice() && device.rdev !== statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
}

function writeAll(descriptor: number, name: string, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = errorCode(error);
      if (code === "EPIPE" || code === "EOF") return;
      if (code !== "EAGAIN")
        throw new SkillsError("unwritable", `cannot write to ${name} (${code})`, { cause: error });
      pause();
    }
  }
}

function readStdin(): Uint8Array {
  const buffer = Buffer.alloc(limits.textBytes + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < buffer.length; length += read) read = readSome(buffer, length);
  if (length > limits.textBytes)
    throw new SkillsError("too-large", `standard input is larger than ${limits.textBytes} bytes`);
  return buffer.subarray(0, length);
}

/** As large as a pipe of Linux (pipe(7), "Pipe capacity"). */
const pieceBytes = 65_536;

/** Not synchronous, so that threads can answer while the input has nothing to read. */
async function* readPieces(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const buffer = Buffer.allocUnsafeSlow(pieceBytes);
    const length = await readPiece(buffer);
    if (length === 0) return;
    yield buffer.subarray(0, length);
  }
}

const readLater = promisify(read);

async function readPiece(buffer: Buffer): Promise<number> {
  for (;;) {
    try {
      const { bytesRead } = await readLater(0, buffer, 0, buffer.length, null);
      return bytesRead;
    } catch (error) {
      const code = errorCode(error);
      if (code === "EOF") return 0;
      if (code !== "EAGAIN")
        throw new SkillsError("unreadable", `cannot read standard input (${code})`, { cause: error });
      await new Promise((resolve) => void setTimeout(resolve, pauseMilliseconds));
    }
  }
}

/**
 * Maximum length of a line typed at a terminal: 4096 bytes on Linux (termios(3), "Canonical and noncanonical mode"),
 * less elsewhere.
 */
const lineBytes = 4096;

function readLine(): string | undefined {
  const buffer = Buffer.alloc(lineBytes);
  const read = readSome(buffer, 0);
  return read === 0 ? undefined : buffer.toString("utf8", 0, read).replace(/\r?\n[^]*$/, "");
}

function readSome(buffer: Uint8Array, at: number): number {
  for (;;) {
    try {
      return readSync(0, buffer, at, buffer.length - at, null);
    } catch (error) {
      const code = errorCode(error);
      // Windows reports the end of a pipe as an error.
      if (code === "EOF") return 0;
      if (code !== "EAGAIN")
        throw new SkillsError("unreadable", `cannot read standard input (${code})`, { cause: error });
      pause();
    }
  }
}

const pauseMilliseconds = 5;

/** Another process may have made the shared pipe non-blocking; then EAGAIN only means that it is not ready. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMilliseconds);
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
