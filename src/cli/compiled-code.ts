import { isAscii } from "node:buffer";
import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Script } from "node:vm";
import { openCode, writeCode, type Compiled, type KeptCode } from "./kept-code.ts";

interface Loaded {
  readonly module: { readonly exports: unknown };
  readonly script: Script;
  readonly text: string;
  /** Whether the text is ASCII; otherwise no code is saved. */
  readonly isPlain: boolean;
}

/** Runs a bundled program like require(), and keeps the compiled code of its files in the file `kept`. */
export function runCompiled(program: string, kept: string | undefined): void {
  const require = createRequire(program);
  if (kept === undefined) require(program);
  else runAndKeep(program, kept, require);
}

function runAndKeep(program: string, kept: string, require: NodeJS.Require): void {
  const folder = path.dirname(program);
  const known = openCode(kept);
  const loaded = new Map<string, Loaded>();
  const readWrapped = wrappedReader();
  /** Of the moment at which the first file was compiled. */
  let flags: Buffer | undefined;

  const load = (name: string): unknown => {
    const before = loaded.get(name);
    if (before) return before.module.exports;
    const file = path.join(folder, name);
    const bytes = readWrapped(file);
    const code = known.readCode(name, bytes);
    const isPlain = code !== undefined || isAscii(bytes);
    // The build writes ASCII; decoding it as Latin-1 takes a quarter of the time.
    const text = bytes.toString(isPlain ? "latin1" : "utf8");
    const script = compile(file, text, code);
    if (script.cachedDataRejected !== false) flags ??= flagsOfV8();
    const module = { exports: {} };
    loaded.set(name, { module, script, text, isPlain });
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
const tail = "\n})";

/** Reads each file as a function, into the same memory as the one before. */
function wrappedReader(): (file: string) => Buffer {
  let memory = Buffer.alloc(0);
  return (file) => {
    const descriptor = openSync(file, "r");
    const { size } = fstatSync(descriptor);
    const needed = head.length + size + tail.length;
    if (memory.length < needed) memory = Buffer.allocUnsafeSlow(needed);
    memory.write(head);
    const end = head.length + readSync(descriptor, memory, head.length, size, 0);
    closeSync(descriptor);
    return memory.subarray(0, end + memory.write(tail, end));
  };
}

function compile(filename: string, text: string, cachedData: Buffer | undefined): Script {
  return new Script(text, { filename, columnOffset: -head.length, ...(cachedData && { cachedData }) });
}

/** Compiled code contains a digest of V8's flags. */
function flagsOfV8(): Buffer {
  return new Script("").createCachedData();
}

/** The code of this run, and that of other files that still exist. */
function combine(
  known: KeptCode,
  loaded: ReadonlyMap<string, Loaded>,
  folder: string,
): readonly (readonly [name: string, Compiled])[] {
  const others = known.names
    .filter((name) => !loaded.has(name) && existsSync(path.join(folder, name)))
    .flatMap((name) => {
      const compiled = known.read(name);
      return compiled ? [[name, copy(compiled)] as const] : [];
    });
  const run = Array.from(loaded).flatMap(([name, { text, script, isPlain }]) =>
    isPlain ? [[name, { text: Buffer.from(text), code: script.createCachedData() }] as const] : [],
  );
  return [...others, ...run];
}

function copy({ text, code }: Compiled): Compiled {
  return { text: Buffer.from(text), code: Buffer.from(code) };
}
