import path from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "../src/write/make-folder.ts";
import { type Surroundings, runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const project = { "a/SKILL.md": skillMd("a"), "file.txt": "text\n" };

/** What standard error says where nothing is printed and the exit code is 2. */
async function refused(args: readonly string[], surroundings: Surroundings): Promise<string> {
  const { code, stdout, stderr } = await runSkills(args, surroundings);
  expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
  return stderr;
}

it("says that there is no such file where one was named that never was, with the nearest name", async () => {
  const cwd = makeTree(project);
  const named: readonly (readonly string[])[] = [
    ["lint", "--config"],
    ["lint", "--files-from"],
    ["validate", "--config"],
    ["test", "--baseline"],
    ["run", "hi", "--settings"],
  ];
  for (const args of named)
    expect(await refused([...args, "fiel.txt"], { cwd })).toBe(
      'skills: there is no "fiel.txt"\ndid you mean "file.txt"?\n',
    );
  for (const args of named.slice(0, 2))
    expect(await refused([...args, "file.txt/x"], { cwd })).toContain('skills: there is no "file.txt/x"\n');
  for (const model of ["scripted", "replay"])
    expect(await refused(["run", "hi", "--model", `${model}:fiel.txt`], { cwd })).toBe(
      'skills: there is no "fiel.txt"\ndid you mean "file.txt"?\n',
    );
  for (const baseline of ["none", "file.txt/x"])
    expect(await refused(["lint", "--baseline", baseline], { cwd })).toBe(
      `skills: the baseline "${baseline}" does not exist\ncreate it with --write-baseline\n`,
    );
});

it("takes an empty value for none, as of a variable of the shell that is not set", async () => {
  const cwd = makeTree(project);
  expect(await refused(["lint", "--files-from", ""], { cwd })).toBe(
    "skills: the path is empty; pass a file\n",
  );
  expect(await refused(["run", "hi", "--settings", ""], { cwd })).toBe(
    "skills: the path is empty; pass a file\n",
  );
  expect(await refused(["run", "hi", "--root", ""], { cwd })).toBe(
    "skills: --root is empty; pass a directory with skills\n",
  );
  expect(await refused(["pack", "--out-dir", "", "a"], { cwd })).toBe(
    "skills: --out-dir is empty; give it a directory\n",
  );
});

it("prints nothing of a session that cannot begin", async () => {
  const cwd = makeTree(project);
  expect(await refused(["run", "hi", "--model", "lexical:x"], { cwd })).toBe(
    'skills: the model "lexical" takes no argument; remove ":x"\n',
  );
  expect(await refused(["run", "hi", "--model", "scripted:"], { cwd })).toBe(
    'skills: the model "scripted" needs an argument; write `scripted:FILE`\n',
  );
  expect(await refused(["run", "hi", "--root", "file.txt"], { cwd })).toBe(
    'skills: "file.txt" is a file; pass a directory with skills\n',
  );
  expect(await refused(["run", "hi", "--settings", "a"], { cwd })).toBe(
    'skills: cannot read "a": a directory\n',
  );
});

it("reports why a file cannot be written", async () => {
  const cwd = makeTree({ ...project, "there/x": "" });
  const long = "l".repeat(300);
  const outputs: readonly (readonly [string, string])[] = [
    [`${long}.json`, "path is too long for this system"],
    ["file.txt/x.json", "a file exists where a directory is needed"],
  ];
  for (const [output, reason] of outputs)
    for (const args of [
      ["lint", "a", "-o"],
      ["pack", "a", "-o"],
    ])
      expect(await refused([...args, output], { cwd })).toContain(`: ${reason}\n`);
  expect(await refused(["lint", "a", "-o", "there"], { cwd })).toContain(": it is a directory\n");
  expect(await refused(["pack", "a", "-o", "there"], { cwd })).toBe(
    'skills: --output "there" is a directory; give it a file name\nuse --out-dir there to write into it\n',
  );
  expect(await refused(["install", "--root", long, "a"], { cwd })).toContain(
    ": path is too long for this system\n",
  );
  expect(await refused(["install", "--root", "file.txt/x", "a"], { cwd })).toBe(
    'skills: cannot write "file.txt/x": a file exists where a directory is needed\n',
  );
  expect(await refused(["lint", "--write-baseline", "file.txt/x"], { cwd })).toBe(
    'skills: cannot write "file.txt/x": a file exists where a directory is needed\n',
  );
});

it("does not write where it only compares", async () => {
  const cwd = makeTree(project);
  expect((await runSkills(["pack", "a"], { cwd })).code).toBe(0);
  expect(await refused(["pack", "--check", "a.zip", "-o", "b.zip", "a"], { cwd })).toBe(
    "skills: --check and --output cannot be combined: --check writes nothing\n",
  );
  expect(await refused(["pack", "--check", "a.zip", "--out-dir", "b", "a"], { cwd })).toBe(
    "skills: --check and --out-dir cannot be combined: --check writes nothing\n",
  );
});

it("accepts a SKILL.md for its directory wherever an archive is accepted", async () => {
  const cwd = makeTree(project);
  expect((await runSkills(["install", "a/SKILL.md"], { cwd })).stdout).toContain(
    ".agents/skills/a: installed",
  );
  expect((await runSkills(["diff", "a/SKILL.md", ".agents/skills/a"], { cwd })).code).toBe(0);
  expect(await refused(["verify", "a/SKILL.md"], { cwd })).toContain('nothing to verify in "a"');
});

it("gives up where a folder cannot be made, also below one that says it is not there", () => {
  const cwd = makeTree(project);
  expect([makeFolder(path.join(cwd, "x/y/z")), makeFolder(path.join(cwd, "x/y"))]).toEqual([
    path.join(cwd, "x"),
    undefined,
  ]);
  expect(() => makeFolder(path.join(cwd, "file.txt/x/y"))).toThrow("ENOTDIR");
  expect(() => makeFolder(path.join(cwd, "file.txt"))).toThrow("EEXIST");
  if (process.platform === "linux") expect(() => makeFolder("/proc/none/x")).toThrow("ENOENT");
});
