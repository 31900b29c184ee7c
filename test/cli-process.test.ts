import { spawn, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { limits } from "../src/model/limits.ts";
import { needs } from "./support/needs.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const binary = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const plain = { PATH: process.env["PATH"] };

function run(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [binary, ...args], {
    cwd,
    env: { ...plain, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
}

function shell(command: string, cwd: string, env: Record<string, string> = {}): SpawnSyncReturns<string> {
  return spawnSync("bash", ["--norc", "-c", command], {
    cwd,
    env: { ...plain, ...env, NODE: process.execPath, SKILLS: binary },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
}

/** Enough skills for several megabytes of JSON. */
function manyBroken(): string {
  const links = Array.from({ length: 100 }, (_, index) => `[x](missing/${index}.md)\n`).join("");
  return makeTree(
    Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`s${index}/SKILL.md`, skillMd(`s${index}`, links)]),
    ),
  );
}

const seconds = /"seconds": [\d.e-]+|[\d.]+ s$/gm;

it("writes a large report completely into a pipe and into a file", () => {
  const cwd = manyBroken();
  const piped = run(["validate", "--format", "json"], cwd);
  expect(piped.stdout.length).toBeGreaterThan(2_000_000);
  expect([piped.status, piped.stderr]).toEqual([0, ""]);
  const filed = shell('"$NODE" "$SKILLS" validate --format json > report.json; cat report.json', cwd);
  expect(filed.stdout.replace(seconds, "")).toBe(piped.stdout.replace(seconds, ""));
  const slowly = shell('"$NODE" "$SKILLS" validate --format json | { read -r line; cat; }', cwd);
  expect(`{\n${slowly.stdout}`.replace(seconds, "")).toBe(piped.stdout.replace(seconds, ""));
});

it("exits silently if its output is closed early", () => {
  const { stdout, stderr } = shell(
    '"$NODE" "$SKILLS" validate --format json | head -n 1; echo "${PIPESTATUS[0]}"',
    manyBroken(),
  );
  expect({ stdout, stderr }).toEqual({ stdout: "{\n0\n", stderr: "" });
});

it("reports a full disk", () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
  const { status, stderr } = shell('"$NODE" "$SKILLS" validate > /dev/full', cwd);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "skills: cannot write to standard output (ENOSPC)\n",
  });
});

it("uses colors only on a terminal, for the same text", () => {
  needs("script");
  const cwd = makeTree({ "a/SKILL.md": skillMd("A") });
  const onTerminal = (env: Record<string, string>) =>
    shell("script -qec \"stty cols 200; '$NODE' '$SKILLS' validate\" /dev/null", cwd, {
      TERM: "xterm",
      ...env,
    })
      .stdout.replaceAll("\r\n", "\n")
      .replace(seconds, "")
      // Only a terminal's width is known, at which rule ids are aligned.
      .replace(/\n? {2,}((?:\x1b\[2m)?name-(?:format|matches))/g, "  $1");
  const piped = run(["validate"], cwd).stdout.replace(seconds, "");
  const colored = onTerminal({});
  expect(colored).toContain("\x1b[31m");
  expect(colored.replace(/\x1b\[\d+m/g, "")).toBe(piped);
  expect(onTerminal({ NO_COLOR: "1" })).toBe(piped);
  expect(piped).not.toContain("\x1b");
  expect(run(["validate"], cwd, { FORCE_COLOR: "1" }).stdout.replace(seconds, "")).toBe(colored);
});

it("reports a deleted working directory", () => {
  const { stdout, stderr, status } = shell(
    'mkdir gone && cd gone && rmdir ../gone && "$NODE" "$SKILLS" --version && "$NODE" "$SKILLS" validate',
    makeTree({}),
  );
  expect([status, stdout, stderr]).toEqual([
    2,
    expect.stringMatching(/^skills \d/),
    "skills: the working directory does not exist\ncd to an existing directory\n",
  ]);
});

it("writes the same bytes in any locale", () => {
  const cwd = makeTree({ "表单/SKILL.md": skillMd("表单x") });
  const [first, ...others] = [{ LANG: "C" }, { LC_ALL: "C.UTF-8" }, {}].map((env) =>
    run(["validate"], cwd, env).stdout.replace(seconds, ""),
  );
  expect(first).toContain("表单/SKILL.md");
  expect(others).toEqual([first, first]);
});

it("exits immediately on SIGINT and SIGTERM (130 and 143 in shells)", async () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const child = spawn(process.execPath, [binary, "validate", "-", "--stdin-name", "a"], {
      stdio: ["pipe", "pipe", "pipe"],
      env: plain,
    });
    // More than the pipe's buffer: once it is written, the program is reading.
    await new Promise((resolve) => child.stdin.write(Buffer.alloc(limits.textBytes - 1, 32), resolve));
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([null, signal]);
  }
});

it("limits standard input to the maximum size of a SKILL.md", () => {
  const cwd = makeTree({});
  const { status, stdout, stderr } = shell('"$NODE" "$SKILLS" validate - --stdin-name a < /dev/zero', cwd);
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: "",
    stderr: `skills: standard input is larger than ${limits.textBytes} bytes\n`,
  });
  const directory = spawnSync(process.execPath, [binary, "validate", "-", "--stdin-name", "a"], {
    stdio: [openSync(cwd, "r"), "pipe", "pipe"],
    encoding: "utf8",
  });
  expect([directory.status, directory.stderr]).toEqual([2, "skills: cannot read standard input (EISDIR)\n"]);
});

it("checks a SKILL.md that another program writes", () => {
  const cwd = makeTree({ "in.md": skillMd("pdf") });
  const { status, stdout } = shell(
    '{ head -c 10 in.md; tail -c +11 in.md; } | "$NODE" "$SKILLS" validate - --stdin-name pdf',
    cwd,
  );
  expect([status, stdout.split("\n")[0]]).toEqual([0, "standard input: accepted by spec"]);
});

it("runs from any directory", () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
  expect(run(["validate", path.join(cwd, "a")], "/").status).toBe(0);
});
