import { isAscii } from "node:buffer";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { codeDirectory } from "../src/cli/compile-cache.ts";
import { cacheDirectory } from "../src/read/user-directories.ts";
import { makeTree } from "./support/tree.ts";

const uid = process.getuid?.();
const programs = fileURLToPath(new URL("../dist/bin", import.meta.url));
const skills = fileURLToPath(new URL("../fixtures/skills", import.meta.url));
const skill = path.join(skills, "meeting-notes");

function freshHome(): string {
  const home = makeTree({});
  chmodSync(home, 0o755);
  return home;
}

interface Run {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The directory of the programs. */
  readonly folder?: string;
}

function run({ home, env, args = ["lint", skill], folder = programs }: Run): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, "skills.cjs"), ...args], {
    env: { PATH: process.env["PATH"], HOME: home, ...env },
    encoding: "utf8",
  });
  return result(status, stdout, stderr);
}

/** Without the time that the run took. */
function result(status: number | null, stdout: string, stderr: string): string {
  return `${status}\n${stdout}\n${stderr}`.replace(/\d+(?:\.\d+)? m?s\b/g, "");
}

function codeIn(home: string): string {
  return path.join(home, ".cache/skillwright/code");
}

function keptFile(home: string, command = "lint"): string {
  return path.join(codeIn(home), `skills-${command}-${process.version}.code`);
}

/** A copy of the programs that says "chocked" instead of "checked", in files of equal size. */
function changedPrograms(): string {
  const folder = path.join(makeTree({}), "bin");
  cpSync(programs, folder, { recursive: true });
  const changed = readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    const code = readFileSync(file, "utf8");
    writeFileSync(file, code.replaceAll("checked", "chocked"));
    return code === readFileSync(file, "utf8") ? [] : [name];
  });
  expect(changed).not.toEqual([]);
  return folder;
}

it.skipIf(uid === undefined)("keeps compiled code where only the user can write", () => {
  const home = freshHome();
  const directory = codeIn(home);
  expect(codeDirectory(cacheDirectory({ HOME: home }), uid)).toBe(directory);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(codeDirectory(cacheDirectory({ HOME: "/nowhere", XDG_CACHE_HOME: path.join(home, "x") }), uid)).toBe(
    path.join(home, "x/skillwright/code"),
  );
});

it.skipIf(uid === undefined)("keeps none in a directory that another user could change", () => {
  const home = freshHome();
  const directory = codeIn(home);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  expect(codeDirectory(cacheDirectory({ HOME: home }), uid! + 1)).toBeUndefined();
  chmodSync(directory, 0o755);
  expect(codeDirectory(cacheDirectory({ HOME: home }), uid)).toBeUndefined();
  chmodSync(directory, 0o700);
  expect(codeDirectory(cacheDirectory({ HOME: home }), uid)).toBe(directory);
  chmodSync(path.join(home, ".cache"), 0o777);
  expect(codeDirectory(cacheDirectory({ HOME: home }), uid)).toBeUndefined();
});

it.runIf(uid === 0)("keeps none in a directory of another user", () => {
  const home = freshHome();
  chownSync(home, 12_345, 12_345);
  expect(codeDirectory(cacheDirectory({ HOME: home }), 0)).toBeUndefined();
});

it.each([{}, { HOME: "" }, { HOME: "relative" }, { HOME: "/proc/nothing" }, { HOME: "/nowhere/at/all" }])(
  "keeps none for %j",
  (env) => {
    expect(codeDirectory(cacheDirectory(env), uid)).toBeUndefined();
  },
);

it.skipIf(uid === undefined)("writes compiled code only if that is not turned off", () => {
  const home = freshHome();
  for (const variable of ["NODE_DISABLE_COMPILE_CACHE", "NODE_COMPILE_CACHE", "CI"]) {
    run({ home, env: { [variable]: variable === "NODE_COMPILE_CACHE" ? path.join(home, "node") : "1" } });
    expect(existsSync(path.join(home, ".cache"))).toBe(false);
  }
  run({ home });
  expect(statSync(keptFile(home)).mode & 0o777).toBe(0o600);
});

it.skipIf(uid === undefined)("keeps the code of no wrong command", () => {
  const home = freshHome();
  run({ home, args: ["linnt", skills] });
  run({ home, args: ["lint", path.join(home, "missing")] });
  expect(readdirSync(codeIn(home))).toEqual([]);
});

it.skipIf(uid === undefined).each([[[]], [["--cache"]]])(
  "keeps the code of a run over several skills with %j",
  (options) => {
    const home = freshHome();
    run({ home, args: ["lint", ...options, skills] });
    const { mtimeMs } = statSync(keptFile(home));
    run({ home, args: ["lint", ...options, skills] });
    expect(statSync(keptFile(home)).mtimeMs).toBe(mtimeMs);
  },
);

it.skipIf(uid === undefined)("prints the same if it cannot write compiled code", () => {
  const home = freshHome();
  const wanted = run({ home, env: { NODE_DISABLE_COMPILE_CACHE: "1" } });
  mkdirSync(`${keptFile(home)}.tmp`, { recursive: true, mode: 0o700 });
  expect(run({ home })).toBe(wanted);
  expect(existsSync(keptFile(home))).toBe(false);
});

it.skipIf(uid === undefined)("prints the same with damaged code", { timeout: 300_000 }, () => {
  const home = freshHome();
  const args = ["validate", skill];
  const file = keptFile(home, "validate");
  const wanted = run({ home, args });
  const bytes = readFileSync(file);
  for (let flip = 0; flip < 200; flip++) {
    const damaged = Buffer.from(bytes);
    // The first ones are in the sizes and the index.
    damaged[flip < 20 ? flip : (flip * 104_729) % damaged.length]! ^= 1 << (flip % 8);
    writeFileSync(file, damaged);
    expect(run({ home, args })).toBe(wanted);
    expect(readFileSync(file).equals(damaged)).toBe(false);
  }
  for (const length of [0, 3, 8, 200, bytes.length - 1]) {
    writeFileSync(file, bytes.subarray(0, length));
    expect(run({ home, args })).toBe(wanted);
  }
});

it("builds programs of ASCII, which are decoded faster", () => {
  const files = readdirSync(programs).filter((name) => name.endsWith(".cjs"));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => !isAscii(readFileSync(path.join(programs, name))))).toEqual([]);
});

it.skipIf(uid === undefined)("runs the source if it has changed and its size has not", () => {
  const home = freshHome();
  const folder = changedPrograms();
  expect(run({ home })).toContain("1 skill checked");
  expect(run({ home, folder })).toContain("1 skill chocked");
  expect(run({ home, folder })).toContain("1 skill chocked");
  expect(run({ home })).toContain("1 skill checked");
});

/** Plants what a user who can write to the directory could: code of another program as that of this one. */
function plantCode(home: string): void {
  const folder = changedPrograms();
  run({ home, folder });
  const bytes = readFileSync(keptFile(home));
  const size = bytes.readUInt32LE();
  const { files } = JSON.parse(bytes.toString("utf8", 4, 4 + size));
  let at = 4 + 2 * size;
  for (const [, codeSize, textSize] of files) {
    at += 2 * codeSize;
    const text = bytes.toString("latin1", at, at + textSize);
    at += bytes.write(text.replaceAll("chocked", "checked"), at, "latin1");
  }
  writeFileSync(keptFile(home), bytes);
}

it.skipIf(uid === undefined)("runs no planted code that another user could have written", () => {
  const home = freshHome();
  plantCode(home);
  expect(run({ home })).toContain("1 skill chocked");
  for (const directory of [codeIn(home), path.join(home, ".cache/skillwright"), path.join(home, ".cache")]) {
    const { mode } = statSync(directory);
    chmodSync(directory, 0o777);
    expect(run({ home })).toContain("1 skill checked");
    chmodSync(directory, mode);
  }
  expect(run({ home })).toContain("1 skill chocked");
});

it.runIf(uid === 0)("runs no planted code of another user", () => {
  const home = freshHome();
  plantCode(home);
  for (const directory of [
    codeIn(home),
    path.join(home, ".cache/skillwright"),
    path.join(home, ".cache"),
    home,
  ]) {
    chownSync(directory, 12_345, 12_345);
    expect(run({ home })).toContain("1 skill checked");
    chownSync(directory, 0, 0);
  }
  expect(run({ home })).toContain("1 skill chocked");
});

/** Runs `skills lint`, and kills it after some milliseconds. */
async function runBeside(home: string, killedAfter?: number): Promise<string> {
  const child = spawn(process.execPath, [path.join(programs, "skills.cjs"), "lint", skill], {
    env: { PATH: process.env["PATH"], HOME: home },
  });
  const timer = killedAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killedAfter);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  clearTimeout(timer);
  return result(child.exitCode, stdout, stderr);
}

it.skipIf(uid === undefined)(
  "keeps code for runs at the same time, and after killed ones",
  { timeout: 120_000 },
  async () => {
    const home = freshHome();
    const wanted = run({ home });
    rmSync(keptFile(home));
    const results = await Promise.all(Array.from({ length: 6 }, () => runBeside(home)));
    expect(results).toEqual(results.map(() => wanted));
    for (let kill = 0; kill < 20; kill++) {
      rmSync(keptFile(home), { force: true });
      await runBeside(home, 20 * kill);
      expect(run({ home })).toBe(wanted);
    }
    run({ home });
    const { mtimeMs } = statSync(keptFile(home));
    expect(run({ home })).toBe(wanted);
    expect(statSync(keptFile(home)).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(codeIn(home))).toEqual([path.basename(keptFile(home))]);
  },
);
