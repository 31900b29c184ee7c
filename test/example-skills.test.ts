import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { commands } from "../src/cli/command-list.ts";
import type { CompatData } from "../src/model/reports/compat.ts";
import type { Report } from "../src/model/report.ts";
import { runSkills } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";

const examples = fileURLToPath(new URL("../examples/skills", import.meta.url));
const names = readdirSync(examples).sort();

function copied(): string {
  const cwd = makeTree({});
  mkdirSync(path.join(cwd, "skills"));
  cpSync(examples, path.join(cwd, "skills"), { recursive: true });
  return cwd;
}

it("pass every check for every target, and the suggested commands work", async () => {
  const cwd = copied();
  const { code, stdout } = await runSkills(["check", "--target", "all", "--max-warnings", "0", "skills"], {
    cwd,
  });
  expect({ code, counts: /nothing to report/.test(stdout) }, stdout).toEqual({ code: 0, counts: true });
  const suggested = Array.from(stdout.matchAll(/^[A-Z][^:]+: skills (.+)$/gm), ([, line]) => line!);
  expect(suggested.length).toBeGreaterThan(0);
  for (const line of suggested)
    expect((await runSkills(line.split(" "), { cwd })).stderr).not.toMatch(/^skills: /);
});

it("are loaded as written by every recorded client", async () => {
  const { stdout } = await runSkills(["compat", "--format", "json", "skills"], { cwd: copied() });
  const { data } = JSON.parse(stdout) as Report<CompatData>;
  const others = data!.rows.filter(({ outcome }) => outcome !== "as-written" && outcome !== "unknown");
  expect(others.map(({ skill, client, reasons }) => [skill, client, reasons])).toEqual([]);
  expect(new Set(data!.rows.map(({ client }) => client)).size).toBeGreaterThan(30);
});

it("are announced, activated and read by every simulated system, as their scenarios say", async () => {
  const { code, stdout } = await runSkills(["test", "--system", "all", "skills"], { cwd: copied() });
  expect([code, / 1 file tested /.test(stdout)], stdout).toEqual([0, true]);
});

describe.each(names)("%s", (name) => {
  it("is packed, verified and installed", async () => {
    const cwd = copied();
    for (const words of [
      ["pack", `skills/${name}`],
      ["verify", `${name}.zip`],
      ["install", "--root", "here", `${name}.zip`],
      ["verify", "here/skills.lock.json"],
    ]) {
      const { code, stdout, stderr } = await runSkills(words, { cwd });
      expect(code, stdout + stderr).toBe(0);
    }
  });

  it("names only commands and options that exist", async () => {
    const text = readFileSync(path.join(examples, name, "SKILL.md"), "utf8");
    for (const [, command, rest = ""] of text.matchAll(/npx skillwright ([a-z]+)([^\n`]*)/g)) {
      expect(commands.map((each) => each.name)).toContain(command);
      const { stdout } = await runSkills([command!, "--help"]);
      for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(option);
    }
  });
});
