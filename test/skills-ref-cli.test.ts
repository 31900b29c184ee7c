import { spawnSync } from "node:child_process";
import { chmodSync, rmSync, truncateSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { processIo } from "../src/cli/io.ts";
import { skillsRef } from "../src/cli/skills-ref/skills-ref.ts";
import { version } from "../src/generated/version.ts";
import { readCommandLine } from "../src/targets/reference/command-line.ts";
import { placeFiles, readLines, type CaseFile } from "./support/cases.ts";
import { runInMemory, type Ran, type Surroundings } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { canBeDenied, unprivileged } from "./support/unprivileged.ts";

/** Output of the Python reference, recorded with bench/record-goldens.py. */
interface Golden {
  readonly id: string;
  readonly args: readonly string[];
  readonly files: readonly CaseFile[];
  readonly cwd?: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

const goldens = readLines<Golden>(new URL("../fixtures/reference/cli-goldens.jsonl", import.meta.url));
const binary = fileURLToPath(new URL("../dist/bin/skills-ref.cjs", import.meta.url));

function place({ files, cwd, args = [] }: Pick<Golden, "files"> & Partial<Golden>): {
  readonly root: string;
  readonly cwd: string;
  readonly args: readonly string[];
} {
  const root = placeFiles(files);
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return { root, cwd: path.join(root, cwd ?? "."), args: args.map((arg) => arg.replace("{ROOT}", root)) };
}

function run(args: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  return runInMemory("skills-ref", skillsRef, args, surroundings);
}

describe("prints what the Python reference prints, byte for byte", () => {
  it.each(goldens)("$id", async (golden) => {
    const { root, cwd, args } = place(golden);
    const { stdout, stderr, code } = await run(args, { cwd });
    expect({
      stdout: stdout.replaceAll(root, "{ROOT}"),
      stderr: stderr.replaceAll(root, "{ROOT}"),
      code,
    }).toEqual({ stdout: golden.stdout, stderr: golden.stderr, code: golden.code });
  });
});

describe("as a process", () => {
  const telling = [
    "validate-non-ascii-directory",
    "validate-escaped-half-pair",
    "validate-every-complaint-in-order",
    "properties-every-field",
    "prompt-several-in-order",
    "usage-absent-path-is-quoted-as-python-does",
  ];

  it.each(goldens.filter(({ id }) => telling.includes(id)))("$id", (golden) => {
    const { root, cwd, args } = place(golden);
    const { stdout, stderr, status } = spawnSync(process.execPath, [binary, ...args], {
      cwd,
      encoding: "utf8",
    });
    expect({
      stdout: stdout.replaceAll(root, "{ROOT}"),
      stderr: stderr.replaceAll(root, "{ROOT}"),
      code: status,
    }).toEqual({ stdout: golden.stdout, stderr: golden.stderr, code: golden.code });
  });
});

describe("where the reference would crash", () => {
  it.each<[string, CaseFile, string]>([
    [
      "bytes that are not UTF-8",
      { path: "good/SKILL.md", base64: Buffer.from("---\nname: \xe9\n---\n", "latin1").toString("base64") },
      "SKILL.md is not UTF-8: 'utf-8' codec can't decode byte 0xe9 in position 10: invalid continuation byte",
    ],
    [
      "a control character",
      { path: "good/SKILL.md", text: "---\nname: a\x07\n---\n" },
      "the frontmatter has a character that YAML does not allow, such as a control character",
    ],
    [
      "a directory for a SKILL.md",
      { path: "good/SKILL.md", directory: true },
      'cannot read "SKILL.md": a directory',
    ],
    ["a FIFO", { path: "good/SKILL.md", special: "fifo" }, 'cannot read "SKILL.md": a FIFO'],
    [
      "a device",
      { path: "good/SKILL.md", symlink: "/dev/zero" },
      'cannot read "SKILL.md": it is a symlink that points out of the skill',
    ],
    [
      "a link out of the skill",
      { path: "good/SKILL.md", symlink: "../other.md" },
      'cannot read "SKILL.md": it is a symlink that points out of the skill',
    ],
    [
      "half a surrogate pair for standard output",
      { path: "good/SKILL.md", text: '---\nname: good\ndescription: "\\ud800"\n---\n' },
      "the name or description contains a lone surrogate, which cannot be encoded",
    ],
  ])("prints one message for %s", async (_, file, sentence) => {
    const { cwd } = place({
      files: [{ path: "other.md", text: "---\nname: good\ndescription: x\n---\n" }, file],
    });
    expect(await run(["to-prompt", "good"], { cwd })).toEqual({
      code: 1,
      stdout: "",
      stderr: `Error: ${sentence}\n`,
    });
  });

  it("reads no more than 1 MiB", async () => {
    const cwd = makeTree({ "good/SKILL.md": "" });
    truncateSync(path.join(cwd, "good/SKILL.md"), 5 * 2 ** 30);
    expect(await run(["validate", "good"], { cwd })).toEqual({
      code: 1,
      stdout: "",
      stderr:
        'Validation failed for good:\n  - cannot read "SKILL.md": larger than 1 MiB (5368709120 bytes)\n',
    });
  });

  it.skipIf(!canBeDenied)("reports a directory without search permission", async () => {
    const cwd = makeTree({ "good/SKILL.md": skillMd("good") });
    chmodSync(cwd, 0o755);
    chmodSync(path.join(cwd, "good"), 0o444);
    expect(await unprivileged(() => run(["validate", "good"], { cwd }))).toEqual({
      code: 1,
      stdout: "",
      stderr: 'Validation failed for good:\n  - cannot read "SKILL.md": permission denied\n',
    });
  });
});

it("reports an unreadable path like click", () => {
  const text =
    "Usage: skills-ref to-prompt [OPTIONS] SKILL_PATHS...\nTry 'skills-ref to-prompt --help' for help.\n\nError: Invalid value for 'SKILL_PATHS...': Path 'b' is not readable.\n";
  expect(
    readCommandLine(["to-prompt", "a", "b", "c"], (path) => (path === "b" ? "unreadable" : "usable")),
  ).toEqual({ kind: "usage", text });
});

it("follows a link inside the skill, and a skill that is a link itself", async () => {
  const { cwd } = place({
    files: [
      { path: "real/text.md", text: skillMd("linked") },
      { path: "real/SKILL.md", symlink: "text.md" },
      { path: "linked", symlink: "real" },
    ],
  });
  expect(await run(["validate", "linked"], { cwd })).toEqual({
    code: 0,
    stdout: "Valid skill: linked\n",
    stderr: "",
  });
});

it("escapes control characters of a skill on a terminal", async () => {
  const cwd = makeTree({
    "good/SKILL.md": '---\nname: good\ndescription: "\\e[31mred\\x9b \u202e\u{e0041}\\ttab"\n---\n',
  });
  const { stdout } = await run(["to-prompt", "good"], { cwd, columns: 80 });
  expect(stdout.split("\n")[6]).toBe("\\x1b[31mred\\x9b \\u{202e}\\u{e0041}\\ttab");
});

describe("help and version", () => {
  it("show help without arguments, as the reference does, and for a path instead of a command", async () => {
    const help = await run(["--help"]);
    expect(help.stdout).toContain("Examples:\n  skills-ref validate ./my-skill\n");
    expect(help).toEqual({ code: 0, stdout: help.stdout, stderr: "" });
    expect([await run([]), await run(["./good"])]).toEqual([help, help]);
  });

  it.each(["validate", "read-properties", "to-prompt"])("show the help of %s", async (command) => {
    const { code, stdout, stderr } = await run([command, "--help", "nowhere"]);
    expect([code, stderr, stdout.split(" [OPTIONS]")[0]]).toEqual([0, "", `Usage: skills-ref ${command}`]);
  });

  it("print the version of the reference, and on a terminal the name of this program", async () => {
    expect(await run(["--version"])).toEqual({ code: 0, stdout: "skills-ref, version 0.1.0\n", stderr: "" });
    let said = "";
    await skillsRef(["--version"], {
      ...processIo(),
      stdout: { isTTY: false, write: () => {} },
      stderr: { isTTY: true, write: (text) => void (said += text) },
    });
    expect(said).toBe(
      `This is skillwright ${version}, a drop-in for the reference CLI of agentskills/agentskills\n(same output as the reference at 69ef37e), not the reference itself.\n`,
    );
  });
});

describe("validate --strict", () => {
  it("accepts what every target accepts", async () => {
    const cwd = makeTree({ "good/SKILL.md": skillMd("good") });
    expect(await run(["validate", "--strict", "good"], { cwd })).toEqual({
      code: 0,
      stdout: "Valid skill: good\n",
      stderr: "",
    });
  });

  it("reports refusals of other targets in the reference's style", async () => {
    const cwd = makeTree({ "my-claude/SKILL.md": skillMd("my-claude") });
    const { code, stdout, stderr } = await run(["validate", "my-claude/SKILL.md", "--strict"], { cwd });
    expect([code, stdout, stderr.split("\n").length]).toEqual([1, "", 3]);
    expect(stderr).toMatch(/^Validation failed for my-claude:\n  - SKILL\.md:2:10: .*"claude"/);
  });

  it("prints the reference's message if there is nothing to read", async () => {
    const cwd = makeTree({ "empty/README.md": "" });
    expect(await run(["validate", "--strict", "empty"], { cwd })).toEqual({
      code: 1,
      stdout: "",
      stderr: "Validation failed for empty:\n  - Missing required file: SKILL.md\n",
    });
  });
});
