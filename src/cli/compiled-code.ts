import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { version } from "../generated/version.ts";

/** The compiled code of a file, and the CRC-32 of the source that it was compiled from. */
interface Compiled {
  readonly source: number;
  readonly code: Buffer;
}

interface Loaded {
  readonly module: { readonly exports: unknown };
  readonly script: Script;
  readonly source: number;
}

/**
 * Runs a bundled program like require(), and keeps the compiled code of its files in the file `kept`.
 * V8 compares code that it is given neither with its source nor with a checksum, and damaged code can do anything. So
 * both are compared with checksums before, as in Node's own cache. Node before 20.15 cannot compute them: it keeps
 * nothing.
 */
export function runCompiled(program: string, kept: string | undefined): void {
  const require = createRequire(program);
  if (kept === undefined || typeof crc32 !== "function") require(program);
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
    const text = readFileSync(file);
    const source = crc32(text);
    const compiled = known.get(name);
    const script = compile(file, text, compiled?.source === source ? compiled.code : undefined);
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

function compile(filename: string, text: Buffer, cachedData: Buffer | undefined): Script {
  const columnOffset = -head.length;
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

/** The start of the file, after its checksum and the index's size: what wrote it, and what it contains. */
interface Index {
  readonly writer: string;
  readonly files: readonly (readonly [name: string, source: number, size: number])[];
}

const indexAt = 8;

/** The code in a file; none if it is missing, damaged or written by something else. */
function readCode(kept: string): ReadonlyMap<string, Compiled> {
  const bytes = readIfPossible(kept);
  if (bytes.length < indexAt || bytes.readUInt32LE(0) !== crc32(bytes.subarray(4))) return new Map();
  let at = indexAt + bytes.readUInt32LE(4);
  const index: Index = JSON.parse(bytes.toString("utf8", indexAt, at));
  if (index.writer !== writer()) return new Map();
  return new Map(
    index.files.map(([name, source, size]) => {
      const start = aligned(at);
      at = start + size;
      return [name, { source, code: bytes.subarray(start, at) }];
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
  const files = Array.from(compiled, ([name, { source, code }]) => [name, source, code.length] as const);
  const index = Buffer.from(JSON.stringify({ writer: writer(), files } satisfies Index));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(index.length);
  const parts: Buffer[] = [size, index];
  let at = indexAt + index.length;
  for (const { code } of compiled.values()) {
    parts.push(Buffer.alloc(aligned(at) - at), code);
    at = aligned(at) + code.length;
  }
  const rest = Buffer.concat(parts);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(rest));
  // One name, so that killed runs leave one file at most.
  const temporary = `${kept}.tmp`;
  try {
    writeFileSync(temporary, Buffer.concat([checksum, rest]), { mode: 0o600, flag: "wx" });
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

/** V8 copies code that does not start at a multiple of 8. */
function aligned(at: number): number {
  return Math.ceil(at / 8) * 8;
}
