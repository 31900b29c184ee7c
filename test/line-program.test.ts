import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { SkillsError } from "../src/core/errors.ts";
import { startLineProgram, type LineProgram } from "../src/harness/models/line-program.ts";
import { countProcesses } from "./support/runaway.ts";

function start(script: string, { milliseconds = 250_000, word = "word" } = {}): LineProgram {
  const program = startLineProgram(
    { file: "/bin/sh", args: ["-c", script, word], cwd: "/", environment: { PATH: "/usr/bin:/bin" } },
    "my agent",
    { milliseconds, lineBytes: 1_000 },
  );
  onTestFinished(() => program.close());
  return program;
}

/** The sentence and the hint with which an answer fails to come. */
async function silenceOf(program: LineProgram): Promise<readonly [string, string | undefined]> {
  const error: unknown = await program.ask("go").catch((cause: unknown) => cause);
  if (!(error instanceof SkillsError)) throw new Error("it answered");
  return [error.message, error.hint];
}

it("answers each line by a line", async () => {
  const program = start('while read -r line; do printf "%s " "$line"; echo "é"; done');
  expect(await program.ask("a")).toBe("a é");
  expect(await program.ask("b")).toBe("b é");
});

it("does not take a line that comes early for the answer to the next request", async () => {
  const program = start('while read -r line; do printf "%s 1\\n%s 2\\n" "$line" "$line"; done');
  expect(await program.ask("a")).toBe("a 1");
  expect(await silenceOf(program)).toEqual([
    '"my agent" wrote "a 2" before it was asked; write one line for each line read',
    undefined,
  ]);
});

it("takes the last line of a program that ends, then says how it ended", async () => {
  const program = start("read -r line; echo why >&2; echo bye; exit 3");
  expect(await program.ask("a")).toBe("bye");
  expect(await silenceOf(program)).toEqual([
    'expected a line of JSON from "my agent", but it ended with exit code 3',
    "its last line on standard error: why",
  ]);
});

it.each([
  ["kill -KILL $$", "was killed by SIGKILL", undefined],
  ["sleep 300", "wrote no line within 0.5 s", 500],
  ["yes | tr -d '\\n'", "wrote a line of more than 1000 bytes", undefined],
  ["trap '' TERM; exec sleep 300", "wrote no line within 0.5 s", 500],
] as const)("says why no line comes of %j", async (script, why, milliseconds) => {
  expect(await silenceOf(start(script, milliseconds === undefined ? {} : { milliseconds }))).toEqual([
    `expected a line of JSON from "my agent", but it ${why}`,
    undefined,
  ]);
});

it("stops a program that writes lines without end", async () => {
  const program = start("yes ''");
  expect(await program.ask("a")).toBe("");
  await expect
    .poll(() => silenceOf(program))
    .toEqual([
      expect.stringMatching(/wrote "" before it was asked|wrote more than 1000 bytes for one line/),
      undefined,
    ]);
});

it("says that a program cannot be started", async () => {
  const program = startLineProgram(
    { file: "/nowhere/agent", args: [], cwd: "/", environment: {} },
    "/nowhere/agent",
    { milliseconds: 1_000, lineBytes: 1_000 },
  );
  expect(await silenceOf(program)).toEqual([
    'expected a line of JSON from "/nowhere/agent", but it cannot be started (ENOENT)',
    undefined,
  ]);
  await program.close();
});

it("ends a program that ignores the end of its input and SIGTERM, with all its child processes", async () => {
  const word = randomUUID();
  const program = start(
    `trap '' TERM; echo ready; sh -c 'while :; do sleep 1; done' ${word}; while :; do sleep 1; done`,
    { word },
  );
  expect(await program.ask("a")).toBe("ready");
  await expect.poll(() => countProcesses(word)).toBeGreaterThan(0);
  await program.close();
  await expect.poll(() => countProcesses(word)).toBe(0);
});
