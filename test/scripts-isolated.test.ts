import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { SkillsError } from "../src/core/errors.ts";
import type { ScriptResult, ScriptRunner } from "../src/model/agent.ts";
import { controlledRunner } from "../src/harness/scripts/controlled.ts";
import { findProgram } from "../src/harness/scripts/interpreter.ts";
import { isolatedRunner } from "../src/harness/scripts/isolated.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { kernelNote } from "./support/closing-line.ts";
import { needs } from "./support/needs.ts";
import { countProcesses, runAway, scriptTime } from "./support/runaway.ts";
import { makeTree } from "./support/tree.ts";

const options = { environment: {} };

/** The runner, or the error if this machine has no isolation. */
async function isolate(bubblewrap?: string): Promise<ScriptRunner | SkillsError> {
  try {
    return await isolatedRunner(options, bubblewrap);
  } catch (error) {
    if (error instanceof SkillsError) return error;
    throw error;
  }
}

const here = await isolate();

function runWith(runner: ScriptRunner, text: string, args: readonly string[] = []): Promise<ScriptResult> {
  return runner.run({
    source: openMemory("probe", { "run.js": text }),
    skill: "probe",
    file: "run.js",
    args,
  });
}

/** Creates a fake bwrap. */
function makeBubblewrap(...lines: readonly string[]): string {
  const file = path.join(makeTree({}), "bwrap");
  writeFileSync(
    file,
    ["#!/bin/sh", 'if [ "$1" = --version ]; then echo "bubblewrap 9.9.9"; exit; fi', ...lines, ""].join("\n"),
  );
  chmodSync(file, 0o755);
  return file;
}

async function refusalOf(bubblewrap: string): Promise<string> {
  const refusal = await isolate(bubblewrap);
  return refusal instanceof SkillsError ? refusal.message : "not refused";
}

describe("broken isolation", () => {
  it("is refused if bubblewrap is missing", async () => {
    expect(await refusalOf("/nowhere/bwrap")).toBe(
      "cannot isolate scripts: the self-test of bubblewrap failed: the test program did not run (ENOENT)",
    );
  });

  it("is refused if bubblewrap may not create namespaces", async () => {
    const bubblewrap = makeBubblewrap('echo "bwrap: setting up uid map: Permission denied" >&2', "exit 1");
    expect(await refusalOf(bubblewrap)).toBe(
      'cannot isolate scripts: the self-test of bubblewrap failed: the test program did not run ("bwrap: setting up uid map: Permission denied")',
    );
  });

  it("is refused with every failure if there is no isolation at all", async () => {
    const bubblewrap = makeBubblewrap(
      'while [ "$1" != -- ]; do shift; done',
      "shift 2",
      `exec '${process.execPath}' "$@"`,
    );
    const message = await refusalOf(bubblewrap);
    for (const way of [
      "a port of the host could be reached",
      "a directory outside the copy could be seen",
      "a file outside the copy could be written",
      "a process in another session outlived the sandbox",
    ]) {
      expect(message).toContain(way);
    }
  });

  it("is refused with a hint", async () => {
    expect(await isolate("/nowhere/bwrap")).toMatchObject({
      hint: "install bubblewrap on a system that allows user namespaces, or omit --isolate",
    });
  });
});

describe("working isolation", () => {
  let runner: ScriptRunner;

  beforeEach(({ skip }) => {
    needs("bwrap");
    if (here instanceof SkillsError) skip(kernelNote);
    else runner = here;
  });

  /** Each makes one hole in a working sandbox. */
  const holes = [
    ["its network", "a port of the host could be reached", 'shift; set -- --unshare-all --share-net "$@"'],
    [
      "a home",
      "a directory outside the copy could be seen",
      `set -- "$@" ; first=$1; shift; set -- "$first" --ro-bind '${homedir()}' '${homedir()}' "$@"`,
    ],
    [
      "a writable directory",
      "a file outside the copy could be written",
      'shift; set -- --unshare-all --tmpfs /etc "$@"',
    ],
    [
      "its processes",
      "a process in another session outlived the sandbox",
      'shift 2; set -- --unshare-user --unshare-net --unshare-ipc --unshare-uts "$@"',
    ],
  ] as const;

  it.each(holes)("is refused if it shares %s", async (_, failure, line) => {
    const bubblewrap = makeBubblewrap(line, `exec '${findProgram("bwrap")}' "$@"`);
    expect(await refusalOf(bubblewrap)).toBe(
      `cannot isolate scripts: the self-test of bubblewrap failed: ${failure}`,
    );
  });

  it("describes itself, with the version", async () => {
    const { about } = await isolatedRunner({ environment: { SECRET: "" } });
    expect(about[0]).toMatch(
      /^runs scripts in a bubblewrap \d+\.\d+\.\d+ sandbox on a temporary copy of the skill: no network, /,
    );
    expect(about.at(-1)).toBe("1 variable is not passed to scripts: SECRET");
  });

  it("runs a script with the same result as without isolation, except for permissions", async () => {
    const text =
      "const fs = require('node:fs'); fs.writeFileSync('made', ''); console.log(process.cwd(), process.env, process.argv.slice(1), fs.readdirSync('.')); process.exitCode = 3";
    const [isolated, controlled] = await Promise.all(
      [runner, controlledRunner(options)].map((each) => runWith(each, text, ["a b"])),
    );
    expect(isolated).toEqual({
      ...controlled,
      mode: "isolated",
      stdout: controlled!.stdout.replace("SKILLS_RUN: '/work'", "SKILLS_RUN: '/work',\n  PWD: '/work/skill'"),
    });
    expect(isolated!.exitCode).toBe(3);
  });

  it("cannot connect to a port of this machine", async () => {
    const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const text = `require("node:net").connect(${JSON.stringify(server.address())}.port, "127.0.0.1").on("connect", () => console.log("in")).on("error", ({ code }) => console.log(code))`;
    const answers = await Promise.all([runner, controlledRunner(options)].map((each) => runWith(each, text)));
    expect(answers.map(({ stdout }) => stdout)).toEqual(["ECONNREFUSED\n", "in\n"]);
  });

  it("cannot read the caller's variables from any process", async () => {
    process.env["CANARY_TOKEN"] = "canary-value";
    onTestFinished(() => void delete process.env["CANARY_TOKEN"]);
    const text =
      "const fs = require('node:fs'); console.log(fs.readdirSync('/proc').filter(Number).map((id) => fs.readFileSync(`/proc/${id}/environ`, 'latin1')).join().replaceAll('\\0', '\\n'), JSON.stringify(process.env))";
    const { stdout, stderr } = await runWith(runner, text);
    expect(stderr).toBe("");
    expect(stdout).toContain("SKILLS_RUN=/work");
    expect(stdout).not.toContain("canary");
  });

  it("sees only the system and its copy, and can only write to its copy", async () => {
    const text = `const fs = require("node:fs");
      const canWrite = (directory) => { try { fs.writeFileSync(directory + "/probe", ""); return true; } catch { return false; } };
      console.log(JSON.stringify({ root: fs.readdirSync("/"), temporary: fs.readdirSync("/tmp"), writable: ["/", "/usr", "/etc", "/run", "/dev", "/work", "/work/skill", "/work/home", "/work/tmp", "/tmp", "/dev/shm"].filter(canWrite) }))`;
    const { root, temporary, writable } = JSON.parse((await runWith(runner, text)).stdout);
    expect(root.filter((name: string) => !/^s?bin$|^lib/.test(name))).toEqual([
      "dev",
      "etc",
      "proc",
      "run",
      "tmp",
      "usr",
      "work",
    ]);
    expect(temporary).toEqual([]);
    expect(writable).toEqual(["/work/skill", "/work/home", "/work/tmp", "/tmp", "/dev/shm"]);
    expect(readdirSync("/usr")).not.toContain("probe");
  });

  it("reports that an exit code may be a signal", async () => {
    expect(await runWith(runner, "process.kill(process.pid, 'SIGSEGV')")).toMatchObject({
      outcome: "exited",
      exitCode: 139,
      notes: ["exit code 139 may also mean that the script was killed by SIGSEGV"],
    });
  });

  const cut = [
    "stdout was truncated after 1,048,576 bytes",
    "the script was killed after writing more than 16,777,216 bytes",
  ];
  const late = `the script was ended after ${scriptTime / 1000} s, its limit`;
  const shapes = [
    ["busy-loop.sh", { outcome: "timed-out", stdout: "started\n", notes: [late] }],
    ["fork-tree.sh", { outcome: "timed-out", notes: [late] }],
    ["escapee.js", { outcome: "exited", exitCode: 0, stdout: "started\n" }],
    ["flood.sh", { outcome: "signalled", signal: "SIGKILL", truncated: ["stdout"], notes: cut }],
    ["question.sh", { outcome: "exited", exitCode: 0, stdout: "Go on? [y/n]\nanswer: '', 1\n" }],
    ["daemon.sh", { outcome: "exited", exitCode: 0, stdout: "started\n" }],
    ["deaf.sh", { outcome: "timed-out", stdout: "started\n", notes: [late] }],
  ] as const;

  describe("runaway scripts", () => {
    it.each(shapes)("ends %s and all its processes", async (shape, expected) => {
      const runner = await isolatedRunner({ environment: {}, timeoutMilliseconds: scriptTime });
      const { result, word } = await runAway(runner, shape);
      expect(result).toMatchObject({ mode: "isolated", notes: [], truncated: [], ...expected });
      await expect.poll(() => countProcesses(word)).toBe(0);
    });
  });
});
