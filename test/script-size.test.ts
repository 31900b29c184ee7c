import { beforeEach, describe, expect, it } from "vitest";
import { SkillsError } from "../src/core/errors.ts";
import { controlledRunner } from "../src/harness/scripts/controlled.ts";
import { isolatedRunner } from "../src/harness/scripts/isolated.ts";
import { overSize } from "../src/harness/scripts/watch-size.ts";
import type { ScriptResult, ScriptRunner } from "../src/model/agent.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { kernelNote } from "./support/closing-line.ts";
import { needs } from "./support/needs.ts";

const flood = (directory: string, count: number, bytes: number) =>
  `const fs = require("node:fs"); const text = Buffer.alloc(${bytes}, 1);
   for (let at = 0; at < ${count}; at++) fs.writeFileSync(${directory} + "/f" + at, text);`;

const project = '"../project"';
const home = "process.env.HOME";
const mebibyte = 1_048_576;

function run(runner: ScriptRunner, text: string): Promise<ScriptResult> {
  return runner.run({
    source: openMemory("probe", { "run.js": text }),
    skill: "probe",
    file: "run.js",
    args: [],
    project: openMemory("project", { "a.txt": "a" }),
  });
}

const over = { outcome: "signalled", signal: "SIGKILL", notes: [overSize] };

describe.each(["controlled", "isolated"] as const)("a script that floods the disk, %s", (mode) => {
  let runner: ScriptRunner = controlledRunner({ environment: {} });

  beforeEach(async ({ skip }) => {
    if (mode === "controlled") return;
    needs("bwrap");
    try {
      runner = await isolatedRunner({ environment: {} });
    } catch (error) {
      if (!(error instanceof SkillsError)) throw error;
      skip(kernelNote);
    }
  });

  it.each([
    ["its project with large files", flood(project, 2_500, mebibyte)],
    ["its home directory with large files", flood(home, 2_500, mebibyte)],
    ["its home directory with small files", flood(home, 200_000, 0)],
    ["a directory that it closes", `${flood(home, 400, mebibyte)} fs.chmodSync(${home}, 0);`],
  ])("is ended, and nothing of it is used: %s", async (_, text) => {
    const result = await run(runner, text);
    expect(result).toMatchObject(over);
    expect(result.changes).toBeUndefined();
  });

  it("adds a limited part of many files to the session", async () => {
    const { outcome, changes, notes } = await run(runner, flood(project, 40, mebibyte));
    expect([outcome, changes?.length]).toEqual(["exited", 16]);
    expect(notes.join()).toContain("over the 16 MiB that a script adds");
  });
});
