import { expect, it } from "vitest";
import { dryRunner } from "../src/harness/scripts/dry.ts";
import { openMemory } from "../src/model/memory-source.ts";

const source = openMemory("forms", { "SKILL.md": "", "scripts/fill.sh": "exit 7\n" });
const request = { source, skill: "forms", file: "scripts/fill.sh", args: ["a.pdf"] };

it("returns the result recorded for exactly these arguments", async () => {
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

it("reports that a script without a recorded result was not run", async () => {
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
      'script "scripts/fill.sh" of skill "forms" was not run: dry run without a recorded result for `["a.pdf"]`',
    truncated: [],
    notes: [],
  });
});
