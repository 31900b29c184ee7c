import { expect, it } from "vitest";
import { dryRunner } from "../src/harness/scripts/dry.ts";
import { openMemory } from "../src/model/memory-source.ts";

const source = openMemory("forms", { "SKILL.md": "", "scripts/fill.sh": "exit 7\n" });
const request = { source, skill: "forms", file: "scripts/fill.sh", args: ["a.pdf"] };

it("answers with what was recorded for the very arguments", async () => {
  const runner = dryRunner([
    { skill: "forms", file: "scripts/fill.sh", stdout: "for any" },
    {
      skill: "forms",
      file: "scripts/fill.sh",
      args: ["a.pdf"],
      exitCode: 2,
      stdout: "for a",
      stderr: "half of it",
    },
  ]);
  expect(await runner.run(request)).toEqual({
    mode: "dry",
    outcome: "answered",
    exitCode: 2,
    stdout: "for a",
    stderr: "half of it",
    truncated: [],
    notes: [],
  });
  expect(await runner.run({ ...request, args: ["b.pdf"] })).toEqual({
    mode: "dry",
    outcome: "answered",
    exitCode: 0,
    stdout: "for any",
    stderr: "",
    truncated: [],
    notes: [],
  });
});

it("says that a script was not run where nothing is recorded for it", async () => {
  const others = [
    { skill: "forms", file: "scripts/other.sh" },
    { skill: "others", file: "scripts/fill.sh" },
    { skill: "forms", file: "scripts/fill.sh", args: ["a.pdf", "b.pdf"] },
  ];
  expect(await dryRunner(others).run(request)).toEqual({
    mode: "dry",
    outcome: "refused",
    stdout: "",
    stderr:
      'script "scripts/fill.sh" of skill "forms" was not run: dry run without a recorded result for "["a.pdf"]"',
    truncated: [],
    notes: [],
  });
});
