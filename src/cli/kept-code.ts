import { openSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { version } from "../generated/version.ts";

/** The compiled code of a file, and the text that it was compiled from. */
export interface Compiled {
  readonly text: Buffer;
  readonly code: Buffer;
}

export interface KeptCode {
  readonly names: readonly string[];
  /** Undefined if nothing of the file was saved, or if that is damaged. The next call overwrites the bytes. */
  read(name: string): Compiled | undefined;
  /** As `read`, but only the code, and undefined if it was compiled from another text. */
  readCode(name: string, text: Buffer): Buffer | undefined;
}

/** What wrote the code, and the sizes of what was saved of each file, in this order. */
interface Index {
  readonly writer: string;
  readonly files: readonly (readonly [name: string, code: number, text: number])[];
}

/** Size of the number at the start of the file. */
const sizeBytes = 4;
/** Size of the parts that are compared with other bytes: memory for all of them would take longer to provide. */
const pieceBytes = 64 * 1024;
/** A damaged size must not allocate gigabytes. */
const mostIndexBytes = 1024 * 1024;

/**
 * The code in the file `kept`; none if the file is missing, damaged or written by something else. It contains the size
 * of the index, the index twice, and for each program file its code twice and its text.
 * V8 checks neither whether code that it is given is damaged nor whether it belongs to the text, and damaged code can
 * do anything; so the copies are compared. A digest would detect as much, but loading `node:zlib` or `node:crypto`
 * takes longer than the comparison.
 */
export function openCode(kept: string): KeptCode {
  const descriptor = openIfPossible(kept);
  const [readAt, readPiece] = [readerOf(descriptor), readerOf(descriptor)];
  const size = readAt(0, sizeBytes);
  const indexSize = size.length < sizeBytes ? 0 : Math.min(size.readUInt32LE(), mostIndexBytes);
  const written = firstHalf(readAt(sizeBytes, 2 * indexSize), indexSize);
  const index: Index | undefined = written && indexSize > 0 ? JSON.parse(written.toString()) : undefined;
  const sizes = index?.writer === writer() ? index.files : [];
  let next = sizeBytes + 2 * indexSize;
  const files = new Map(
    sizes.map(([name, code, text]) => {
      const at = next;
      next += 2 * code + text;
      return [name, { at, code, text }];
    }),
  );
  const isSaved = (bytes: Buffer, at: number): boolean => {
    for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
      const piece = bytes.subarray(offset, offset + pieceBytes);
      if (!readPiece(at + offset, piece.length).equals(piece)) return false;
    }
    return true;
  };
  return {
    names: sizes.map(([name]) => name),
    readCode(name, text) {
      const file = files.get(name);
      if (file?.text !== text.length) return undefined;
      const code = readAt(file.at, file.code);
      const isWhole =
        code.length === file.code &&
        isSaved(code, file.at + file.code) &&
        isSaved(text, file.at + 2 * file.code);
      return isWhole ? code : undefined;
    },
    read(name) {
      const file = files.get(name);
      if (!file) return undefined;
      const bytes = readAt(file.at, 2 * file.code + file.text);
      const code = firstHalf(bytes, file.code);
      return code && { code, text: bytes.subarray(2 * file.code) };
    },
  };
}

/** The first bytes; undefined unless as many equal ones follow. */
function firstHalf(bytes: Buffer, size: number): Buffer | undefined {
  const half = bytes.subarray(0, size);
  return half.equals(bytes.subarray(size, 2 * size)) ? half : undefined;
}

function openIfPossible(file: string): number | undefined {
  try {
    return openSync(file, "r");
  } catch {
    return undefined;
  }
}

/** Reads parts of a file into the same memory: providing new memory takes the system longer than filling it. */
function readerOf(descriptor: number | undefined): (at: number, size: number) => Buffer {
  let memory = Buffer.alloc(0);
  return (at, size) => {
    if (descriptor === undefined) return memory;
    if (memory.length < size) memory = Buffer.allocUnsafeSlow(size);
    return memory.subarray(0, readSync(descriptor, memory, 0, size, at));
  };
}

/** What can read the file: this version with this build of Node, and with these flags. */
function writer(): string {
  return JSON.stringify([
    version,
    process.versions,
    process.arch,
    process.execArgv,
    process.env["NODE_OPTIONS"],
  ]);
}

/** Replaces the file at once. A file that cannot be written is no problem: the next run compiles again. */
export function writeCode(kept: string, compiled: readonly (readonly [name: string, Compiled])[]): void {
  const files = compiled.map(([name, { code, text }]) => [name, code.length, text.length] as const);
  const index = Buffer.from(JSON.stringify({ writer: writer(), files } satisfies Index));
  const size = Buffer.alloc(sizeBytes);
  size.writeUInt32LE(index.length);
  const contents = compiled.flatMap(([, { code, text }]) => [code, code, text]);
  // One name, so that killed runs leave one file at most.
  const temporary = `${kept}.tmp`;
  try {
    writeFileSync(temporary, Buffer.concat([size, index, index, ...contents]), { mode: 0o600, flag: "wx" });
    renameSync(temporary, kept);
  } catch {
    removeIfPossible(temporary);
  }
}

/** Compiled code is not worth a failure: a file that cannot be removed stays. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}
