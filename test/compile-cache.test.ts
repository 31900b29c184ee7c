import { isAscii } from "node:buffer";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import module from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { codeDirectory } from "../src/read/ownership.ts";
import { cacheDirectory } from "../src/read/user-directories.ts";
import { makeTree } from "./support/tree.ts";

const uid = process.getuid?.();
const programs = fileURLToPath(new URL("../dist/bin", import.meta.url));
const skill = fileURLToPath(new URL("../fixtures/skills/meeting-notes", import.meta.url));
/** Node 22.8 and later. */
const nodeKeepsCode = "enableCompileCache" in module;

function freshHome(): string {
  const home = makeTree({});
  chmodSync(home, 0o755);
  return home;
}

interface Run {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What `skills lint` prints, without the time that it took. */
function run({ home, env }: Run): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(programs, "skills.cjs"), "lint", skill],
    { env: { PATH: process.env["PATH"], HOME: home, ...env }, encoding: "utf8" },
  );
  return `${status}\n${stdout}\n${stderr}`.replace(/\d+(?:\.\d+)? m?s\b/g, "");
}

function codeIn(home: string): string {
  return path.join(home, ".cache/skillwright/code");
}

function filesIn(directory: string): readonly string[] {
  return existsSync(directory)
    ? readdirSync(directory, { recursive: true, encoding: "utf8" })
        .map((name) => path.join(directory, name))
        .filter((file) => statSync(file).isFile())
    : [];
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

it.skipIf(uid === undefined)("lets Node keep compiled code only if that is not turned off", () => {
  const home = freshHome();
  for (const variable of ["NODE_DISABLE_COMPILE_CACHE", "NODE_COMPILE_CACHE", "CI"]) {
    run({ home, env: { [variable]: variable === "NODE_COMPILE_CACHE" ? path.join(home, "node") : "1" } });
    expect(existsSync(path.join(home, ".cache"))).toBe(false);
  }
  run({ home });
  expect(existsSync(codeIn(home))).toBe(nodeKeepsCode);
  expect(filesIn(codeIn(home)).length > 0).toBe(nodeKeepsCode);
});

it.skipIf(uid === undefined)("keeps nothing where another user could write", () => {
  const home = freshHome();
  mkdirSync(codeIn(home), { recursive: true, mode: 0o700 });
  chmodSync(path.join(home, ".cache"), 0o777);
  run({ home });
  expect(filesIn(codeIn(home))).toEqual([]);
});

it.skipIf(uid === undefined)("prints the same with compiled code, also with damaged code", () => {
  const home = freshHome();
  const wanted = run({ home, env: { NODE_DISABLE_COMPILE_CACHE: "1" } });
  expect(run({ home })).toBe(wanted);
  expect(run({ home })).toBe(wanted);
  for (const file of filesIn(codeIn(home))) {
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; at += 1000) bytes[at]! ^= 1;
    writeFileSync(file, bytes);
  }
  expect(run({ home })).toBe(wanted);
});

it("builds programs of ASCII, which are decoded faster", () => {
  const files = readdirSync(programs).filter((name) => name.endsWith(".cjs"));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => !isAscii(readFileSync(path.join(programs, name))))).toEqual([]);
});
