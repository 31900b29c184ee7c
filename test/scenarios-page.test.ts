import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

const page = readFileSync(new URL("../docs/scenarios.md", import.meta.url), "utf8");

/** The files of the page: code blocks with a path after the language. */
const files = Object.fromEntries(
  Array.from(page.matchAll(/^```\w+ (\S+)\n([^]*?)^```$/gm), ([, path, text]) => [path!, text!]),
);
const scenarios = Object.keys(files).filter((path) => path.endsWith(".scenario.yaml"));

/** The commands of the page, each with the first lines that it prints; "…" is for the rest. */
const commands = Array.from(
  page.matchAll(/^```console\n\$ npx skillwright (.*)\n([^]*?)^…\n```$/gm),
  ([, command, output]) => [command!, output!] as const,
);

it.each(scenarios)("%s passes, or fails if it is wrong on purpose", async (path) => {
  const { code, stdout } = await runSkills(["test", path], { cwd: makeTree(files) });
  expect([code, stdout]).toEqual([path.startsWith("wrong/") ? 1 : 0, expect.stringContaining("passed")]);
});

it("finds those below tests/ by itself, and lists the other one", async () => {
  const { code, stdout } = await runSkills(["test"], { cwd: makeTree(files) });
  expect(code).toBe(0);
  expect(stdout).toContain(`${scenarios.length - 1} files tested in `);
  expect(stdout).toContain("wrong/never-read.scenario.yaml not read: ");
});

it.each(commands)("prints what the page shows for: %s", async (command, output) => {
  const { stdout } = await runSkills(command.split(" "), { cwd: makeTree(files) });
  expect(stdout.slice(0, output.length)).toBe(output);
});

it("has several examples and commands", () => {
  expect([scenarios.length, commands.length]).toEqual([10, 2]);
});
