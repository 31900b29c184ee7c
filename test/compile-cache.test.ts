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
import { codeDirectory } from "../src/cli/compile-cache.ts";
import { cacheDirectory } from "../src/read/user-directories.ts";
import { makeTree } from "./support/tree.ts";

const uid = process.getuid?.();
const binary = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const skill = fileURLToPath(new URL("../fixtures/skills/meeting-notes", import.meta.url));
const keepsCode = "enableCompileCache" in module;

function freshHome(): string {
  const home = makeTree({});
  chmodSync(home, 0o755);
  return home;
}

function lint(home: string, env: Readonly<Record<string, string>> = {}): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [binary, "lint", skill], {
    env: { PATH: process.env["PATH"], HOME: home, ...env },
    encoding: "utf8",
  });
  return `${status}\n${stdout}\n${stderr}`.replace(/\d+(?:\.\d+)? m?s\b/g, "");
}

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(directory, name))
    .filter((file) => statSync(file).isFile());
}

it.skipIf(uid === undefined)("keeps compiled code where only the user can write", () => {
  const home = freshHome();
  const directory = path.join(home, ".cache/skillwright/code");
  expect(codeDirectory(cacheDirectory({ HOME: home }), uid)).toBe(directory);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(codeDirectory(cacheDirectory({ HOME: "/nowhere", XDG_CACHE_HOME: path.join(home, "x") }), uid)).toBe(
    path.join(home, "x/skillwright/code"),
  );
});

it.skipIf(uid === undefined)("keeps none in a directory that another user could change", () => {
  const home = freshHome();
  const directory = path.join(home, ".cache/skillwright/code");
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

it.skipIf(uid === undefined)(
  "writes compiled code only with a Node that checks it, and not if it is off",
  () => {
    const home = freshHome();
    lint(home, { NODE_DISABLE_COMPILE_CACHE: "1" });
    expect(existsSync(path.join(home, ".cache"))).toBe(false);
    lint(home);
    expect(existsSync(path.join(home, ".cache/skillwright/code"))).toBe(keepsCode);
  },
);

it.skipIf(uid === undefined)("prints the same with damaged code", { timeout: 300_000 }, () => {
  const home = freshHome();
  const wanted = lint(home);
  const files = keepsCode ? filesBelow(path.join(home, ".cache/skillwright/code")) : [];
  expect(files.length > 10).toBe(keepsCode);
  if (!keepsCode) return;
  for (let flip = 0; flip < 200; flip++) {
    const file = files[(flip * 7_919) % files.length]!;
    const bytes = readFileSync(file);
    const damaged = Buffer.from(bytes);
    damaged[(flip * 104_729) % damaged.length]! ^= 1 << (flip % 8);
    writeFileSync(file, damaged);
    expect(lint(home)).toBe(wanted);
    writeFileSync(file, bytes);
  }
});
