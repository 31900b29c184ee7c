import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { commands } from "../src/cli/command-list.ts";
import { runMain } from "../src/cli/run-process.ts";
import { SkillsError } from "../src/core/errors.ts";
import { runInMemory, runSkills } from "./support/io.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const matches = schemaOf("error");

interface Failed {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}

/** What a run that ends with 2 prints on standard output. */
async function failed(args: readonly string[], cwd = makeTree({})): Promise<Failed["error"]> {
  const { code, stdout, stderr } = await runSkills(args, { cwd });
  expect([code, stderr !== ""]).toEqual([2, true]);
  const printed: unknown = JSON.parse(stdout);
  expect(matches(printed), JSON.stringify(matches.errors)).toBe(true);
  return (printed as Failed).error;
}

it.each(commands.map(({ name }) => name))("is printed by skills %s", async (name) => {
  expect(await failed([name, "--format", "json", "--no-such-option"])).toMatchObject({
    code: "bad-usage",
    message: expect.stringMatching(/^unknown option '--(?:no-such-option|format)'/),
    hint: expect.stringContaining(`skills ${name} --help lists its options`),
  });
});

it("has the code and the hint of the library's SkillsError", async () => {
  expect(await failed(["lint", "--format=json", "nosuch"])).toEqual({
    code: "not-found",
    message: 'there is no "nosuch"',
  });
  expect(await failed(["lint", "-fjson", "--baseline", "none.json"])).toEqual({
    code: "not-found",
    message: 'the baseline "none.json" does not exist',
    hint: "create it with --write-baseline",
  });
  expect(await failed(["--format", "json", "-q", "nosuch"])).toMatchObject({ code: "not-found" });
  expect(await failed(["lnit", "-f", "json"])).toMatchObject({ code: "bad-usage" });
  const several = makeTree({ "skills.config.yaml": "targetz: [spec]\nrulez: {}\n" });
  expect(matches({ error: await failed(["lint", "-f", "json"], several) })).toBe(true);
});

it("is not printed for another format, after a report or after a --", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
  for (const args of [
    ["lint", "nosuch"],
    ["lint", "--format", "sarif", "nosuch"],
    ["lint", "--format", "json", "--format", "text", "nosuch"],
    ["lint", "--", "--format", "json"],
  ])
    expect(await runSkills(args, { cwd })).toMatchObject({ code: 2, stdout: "" });
  const late = await runInMemory(
    "skills",
    (_, io) => {
      io.stdout.write("{}\n");
      throw new SkillsError("unwritable", "it is full");
    },
    ["--format", "json"],
  );
  expect(late).toMatchObject({ code: 2, stdout: "{}\n", stderr: "skills: it is full\n" });
});

it("reports a defect of ours as one", async () => {
  const broken = await runInMemory("skills", () => {
    throw new TypeError("no such \u202e member");
  }, ["-f", "json"]);
  expect(JSON.parse(broken.stdout)).toEqual({
    error: { code: "internal", message: "no such \u202e member" },
  });
  expect(broken.stdout).toMatch(/^[\n\x20-\x7e]*$/);
  expect(matches(JSON.parse(broken.stdout))).toBe(true);
});

it("does not write again to a standard output that failed", async () => {
  let attempts = 0;
  const full = {
    isTTY: false,
    write: () => {
      attempts++;
      throw new SkillsError("unwritable", "cannot write to standard output (ENOSPC)");
    },
  };
  const io = {
    cwd: ".",
    env: {},
    startedAs: undefined,
    stderr: { isTTY: false, write: () => {} },
    readStdin: () => new Uint8Array(),
  };
  const print = (_: readonly string[], { stdout }: { readonly stdout: typeof full }) => {
    stdout.write();
    return 0 as const;
  };
  expect(await runMain("skills", print as never, ["-f", "json"], { ...io, stdout: full })).toBe(2);
  expect(attempts).toBe(1);
});

it("has every code in its schema", () => {
  const { properties } = JSON.parse(readFileSync(path.resolve("schemas/error.schema.json"), "utf8"));
  const source = readFileSync(path.resolve("src/core/errors.ts"), "utf8");
  const declared = /SkillsErrorCode =([^;]*);/
    .exec(source)![1]!
    .match(/"[^"]+"/g)!
    .map((each) => JSON.parse(each));
  expect([...declared, "internal"].toSorted()).toEqual(properties.error.properties.code.enum);
});
