import { isAscii } from "node:buffer";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Script } from "node:vm";
import { version } from "../generated/version.ts";

/** The compiled code of a file, and the source that it was compiled from. */
interface Compiled {
  readonly source: Buffer;
  readonly code: Buffer;
}

interface Loaded {
  readonly module: { readonly exports: unknown };
  readonly script: Script;
  readonly source: Buffer;
}

/**
 * Runs a bundled program like require(), and keeps the compiled code of its files in the file `kept`.
 * V8 checks neither whether code that it is given is damaged nor whether it belongs to the source, and damaged code
 * can do anything. So the file contains the code twice and the sources, and all of it is compared before. A digest would
 * detect as much, but loading `node:zlib` or `node:crypto` takes longer than the comparison.
 */
export function runCompiled(program: string, kept: string | undefined): void {
  const require = createRequire(program);
  if (kept === undefined) require(program);
  else runAndKeep(program, kept, require);
}

function runAndKeep(program: string, kept: string, require: NodeJS.Require): void {
  const folder = path.dirname(program);
  const known = readCode(kept);
  const loaded = new Map<string, Loaded>();
  /** Of the moment at which the first file was compiled. */
  let flags: Buffer | undefined;

  const load = (name: string): unknown => {
    const before = loaded.get(name);
    if (before) return before.module.exports;
    const file = path.join(folder, name);
    const source = readFileSync(file);
    const compiled = known.get(name);
    const script = compile(file, source, compiled?.source.equals(source) ? compiled.code : undefined);
    if (script.cachedDataRejected !== false) flags ??= flagsOfV8();
    const module = { exports: {} };
    loaded.set(name, { module, script, source });
    script.runInThisContext()(module.exports, requireFile, module, file, folder);
    return module.exports;
  };
  const requireFile = (id: string): unknown => (id.startsWith("./") ? load(id.slice(2)) : require(id));

  process.once("exit", (code) => {
    // V8 refuses saved code that was compiled under other flags. After code 2, most of the program has not run yet.
    if (flags && code !== 2 && flagsOfV8().equals(flags)) writeCode(kept, combine(known, loaded, folder));
  });
  load(path.basename(program));
}

const head = "(function (exports, require, module, __filename, __dirname) { ";

function compile(filename: string, source: Buffer, cachedData: Buffer | undefined): Script {
  const columnOffset = -head.length;
  // The build writes ASCII; decoding it as Latin-1 takes a quarter of the time.
  const text = source.toString(isAscii(source) ? "latin1" : "utf8");
  return new Script(`${head}${text}\n})`, { filename, columnOffset, ...(cachedData && { cachedData }) });
}

/** Compiled code contains a digest of V8's flags. */
function flagsOfV8(): Buffer {
  return new Script("").createCachedData();
}

/** The code of this run, and that of other files that still exist. */
function combine(
  known: ReadonlyMap<string, Compiled>,
  loaded: ReadonlyMap<string, Loaded>,
  folder: string,
): ReadonlyMap<string, Compiled> {
  const others = Array.from(known).filter(
    ([name]) => !loaded.has(name) && existsSync(path.join(folder, name)),
  );
  const run = Array.from(loaded, ([name, { source, script }]) => {
    return [name, { source, code: script.createCachedData() }] as const;
  });
  return new Map([...others, ...run]);
}

/** The start of each half, after its size and that of the index: what wrote it, and what it contains. */
interface Index {
  readonly writer: string;
  readonly files: readonly (readonly [name: string, source: number, code: number])[];
}

const indexAt = 8;

/** The code in a file of two equal halves and sources; none if it is missing, damaged or written by something else. */
function readCode(kept: string): ReadonlyMap<string, Compiled> {
  const bytes = readIfPossible(kept);
  const half = bytes.length < indexAt ? 0 : bytes.readUInt32LE(0);
  if (half < indexAt || !bytes.subarray(0, half).equals(bytes.subarray(half, 2 * half))) return new Map();
  let codeAt = indexAt + bytes.readUInt32LE(4);
  let sourceAt = 2 * half;
  const index: Index = JSON.parse(bytes.toString("utf8", indexAt, codeAt));
  if (index.writer !== writer()) return new Map();
  return new Map(
    index.files.map(([name, sourceSize, codeSize]) => {
      const start = aligned(codeAt);
      codeAt = start + codeSize;
      const source = bytes.subarray(sourceAt, (sourceAt += sourceSize));
      return [name, { source, code: bytes.subarray(start, codeAt) }];
    }),
  );
}

function readIfPossible(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
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
function writeCode(kept: string, compiled: ReadonlyMap<string, Compiled>): void {
  const half = encodeHalf(compiled);
  const sources = Array.from(compiled.values(), ({ source }) => source);
  // One name, so that killed runs leave one file at most.
  const temporary = `${kept}.tmp`;
  try {
    writeFileSync(temporary, Buffer.concat([half, half, ...sources]), { mode: 0o600, flag: "wx" });
    renameSync(temporary, kept);
  } catch {
    removeIfPossible(temporary);
  }
}

/** The index and the code, with the sizes of the half and of the index before them. */
function encodeHalf(compiled: ReadonlyMap<string, Compiled>): Buffer {
  const files = Array.from(
    compiled,
    ([name, { source, code }]) => [name, source.length, code.length] as const,
  );
  const index = Buffer.from(JSON.stringify({ writer: writer(), files } satisfies Index));
  const sizes = Buffer.alloc(indexAt);
  const parts: Buffer[] = [sizes, index];
  let at = indexAt + index.length;
  for (const { code } of compiled.values()) {
    parts.push(Buffer.alloc(aligned(at) - at), code);
    at = aligned(at) + code.length;
  }
  sizes.writeUInt32LE(at, 0);
  sizes.writeUInt32LE(index.length, 4);
  return Buffer.concat(parts);
}

/** Compiled code is not worth a failure: a file that cannot be removed stays. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}

/** V8 copies code that does not start at a multiple of 8. */
function aligned(at: number): number {
  return Math.ceil(at / 8) * 8;
}
