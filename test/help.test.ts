import { expect, it } from "vitest";
import { commands, commandGroups, type CommandEntry } from "../src/cli/command-list.ts";
import { processIo, type Io } from "../src/cli/io.ts";
import { skillsRef } from "../src/cli/skills-ref/skills-ref.ts";
import { runInMemory, runSkills } from "./support/io.ts";

const run = (...args: readonly string[]) => runSkills(args, { columns: 80, env: { NO_COLOR: "1" } });

const silent: Io = {
  ...processIo(),
  stdout: { isTTY: false, write: () => {} },
  stderr: { isTTY: false, write: () => {} },
};

/** The lines of a help text below "Examples:", without their trailing comments. */
function examplesIn(help: string): readonly string[] {
  const [, block = ""] = /^Examples:\n((?: .*\n)+)/m.exec(help) ?? [];
  return block
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().replace(/ {2,}.*$/, ""));
}

/** The arguments of each of our commands in a line of shell, without where its output goes. */
function commandsIn(line: string): readonly (readonly string[])[] {
  const parts = line.match(/(?:"[^"]*"|'[^']*'|[^|;"'])+/g) ?? [];
  const words = parts.map((part) => part.trim().match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []);
  return words
    .filter(([program]) => program === "skills")
    .map(([, ...args]) => beforeOutput(args).map((word) => word.replace(/["']/g, "")));
}

function beforeOutput(args: readonly string[]): readonly string[] {
  const at = args.indexOf(">");
  return at === -1 ? args : args.slice(0, at);
}

/** A line that no terminal of 80 columns shows whole. */
const tooLong = (text: string): readonly string[] => text.split("\n").filter((line) => line.length > 80);

it("shows every command in the help of the program, in groups and on one line each", async () => {
  const { code, stdout } = await run("--help");
  expect([code, tooLong(stdout)]).toEqual([0, []]);
  expect(
    Array.from(stdout.matchAll(/^ {2}([a-z-]+) .*$/gm), ([, name]) => name).filter(
      (name) => name !== "help" && name !== "skills",
    ),
  ).toEqual(commands.map(({ name }) => name));
  for (const { title } of commandGroups) expect(stdout).toContain(`\n${title}:\n`);
  expect(stdout).toMatch(/\nExamples:\n.*\nExit codes:\n/s);
});

it.each(commands)(
  "describes $name, each of its options and its exit codes, in 80 columns",
  async ({ name, load }) => {
    const { code, stdout, stderr } = await run(name, "--help");
    expect([code, stderr, tooLong(stdout)]).toEqual([0, "", []]);
    expect(await run("help", name)).toEqual({ code, stdout, stderr });
    expect(stdout).toMatch(/\nExamples:\n.*\nExit codes:\n {2}0 .*\n {2}2 /s);
    const command = (await load()).define(silent);
    expect(command.description()).toMatch(/^[A-Z].*\.$/);
    expect(command.options.filter(({ description, long }) => description === "" || !long)).toEqual([]);
    expect(command.registeredArguments.filter(({ description }) => description === "")).toEqual([]);
  },
);

it.each(commands)("gives valid examples of $name", async ({ name }) => {
  const examples = examplesIn((await run(name, "--help")).stdout);
  expect(examples.length).toBeGreaterThan(1);
  for (const example of examples) await expectTaken(example);
  expect(examples.flatMap(commandsIn).map(([word]) => word)).toContain(name);
});

it("gives valid examples of the program", async () => {
  for (const example of examplesIn((await run("--help")).stdout)) await expectTaken(example);
});

async function expectTaken(example: string): Promise<void> {
  const typed = commandsIn(example);
  expect({ example, commands: typed.length > 0 }).toEqual({ example, commands: true });
  for (const [word, ...args] of typed) {
    const entry: CommandEntry | undefined = commands.find(({ name }) => name === word);
    expect({ example, known: entry !== undefined }).toEqual({ example, known: true });
    const command = (await entry!.load()).define(silent);
    expect(() => command.parse(args, { from: "user" }), example).not.toThrow();
  }
}

it("prints only the options with -h, and more with --help", async () => {
  const [brief, whole] = [(await run("lint", "-h")).stdout, (await run("lint", "--help")).stdout];
  expect(brief).toMatch(/\nOptions:\n/);
  expect(brief).not.toMatch(/^(?:Rules|Config|Examples|Exit codes):/m);
  expect(brief.endsWith("\n\nskills lint --help explains more, with examples.\n")).toBe(true);
  const options = (text: string): readonly string[] =>
    /\nOptions:\n([^]*?)\n\n/.exec(text)?.[1]?.match(/^  (?:-\w, )?--[\w-]+/gm) ?? [];
  expect(options(brief).length).toBeGreaterThan(10);
  expect(options(whole)).toEqual(options(brief));
  expect(whole.split("\n").length).toBeGreaterThan(1.5 * brief.split("\n").length);
});

it("refers from -h only to what -h or --help prints", async () => {
  for (const name of ["lint", "pack", "test", "run", "init", "doctor"])
    expect((await run(name, "-h")).stdout.replace(/\s+/g, " "), name).not.toMatch(/\bbelow\b/);
});

it("colors the same help on a terminal only", async () => {
  for (const args of [["--help"], ["lint", "--help"], ["lint", "-h"]]) {
    const plain = await runSkills(args);
    const colored = await runSkills(args, { columns: 80 });
    expect(plain.stdout).not.toContain("\x1b");
    expect(colored.stdout).toContain("\x1b[1mUsage:\x1b[22m");
    expect(colored.stdout.replace(/\x1b\[\d+m/g, "")).toBe(plain.stdout);
  }
  expect((await runSkills(["lint", "--help"], { columns: 80 })).stdout).toContain(
    "\n  \x1b[36m--fix\x1b[39m  ",
  );
  expect((await runSkills(["lint", "--no-color", "--help"], { columns: 80 })).stdout).not.toContain("\x1b");
});

it("colors options and examples under each name, and no prose", async () => {
  const help = (command: string) =>
    runSkills([command, "--help"], { columns: 80, startedAs: "/bin/skillwright" });
  const { stdout } = await help("lint");
  expect(stdout).toContain("\n  \x1b[36mskillwright lint --fix my-skill\x1b[39m\n");
  expect(stdout).toContain("\n  --output FILE also writes the report");
  expect(stdout).toContain("\n  --write-baseline records the current findings");
});

it("describes the commands of skills-ref in 80 columns", async () => {
  for (const args of [
    ["--help"],
    ["validate", "--help"],
    ["read-properties", "--help"],
    ["to-prompt", "--help"],
  ]) {
    const { code, stdout } = await runInMemory("skills-ref", skillsRef, args, { columns: 80 });
    expect([code, tooLong(stdout)]).toEqual([0, []]);
    expect(stdout).toMatch(/\nExamples:\n {2}skills-ref .*\nExit codes:/s);
  }
});

it("prints help without a command, and fails for an unknown one", async () => {
  const help = await run("--help");
  for (const args of [["help"], ["-h"], ["help", "help"], ["help", "--help"]])
    expect(await run(...args)).toEqual(help);
  expect(await run("help", "lnit")).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining('unknown command "lnit"; did you mean "lint"?'),
  });
});
