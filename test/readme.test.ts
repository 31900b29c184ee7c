import { cpSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import { commit, git } from "./support/repository.ts";
import { terminalPicture } from "./support/terminal-picture.ts";
import { makeTree } from "./support/tree.ts";

const cwd = fileURLToPath(new URL("../fixtures/readme/", import.meta.url));

it("shows the program's output in the README", async () => {
  const { code, stdout } = await runSkills(["check", "release-notes"], {
    cwd,
    columns: 100,
    env: { npm_command: "exec", npm_lifecycle_event: "npx" },
  });
  expect(code).toBe(1);
  const picture = terminalPicture(`$ npx skillwright check release-notes\n${withoutTime(stdout)}`, 100);
  expect(Number(/height="(\d+)"/.exec(picture)?.[1])).toBeLessThanOrEqual(420);
  await expect(picture).toMatchFileSnapshot(path.join(cwd, "check.svg"));
});

const documents = [
  "README.md",
  ...readdirSync(new URL("../docs/", import.meta.url)).map((file) => `docs/${file}`),
];

it.each(documents)("knows every command in %s", async (file) => {
  const here = makeTree({});
  for (const folder of ["readme", "scenarios", "skills"])
    cpSync(path.join(cwd, "..", folder), path.join(here, "fixtures", folder), { recursive: true });
  git(here, "init", "-q");
  commit(here);
  git(here, "update-ref", "refs/remotes/origin/main", "HEAD");
  const typed = blocksOf(file)
    .filter((block) => !isForEmpty(block))
    .flatMap(commandsOf);
  const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  expect(typed.length > 0).toBe(/^(?:\s*- run: )?npx (?:--yes )?skillwright/m.test(text));
  for (const command of typed) {
    const { code, stderr } = await runSkills(wordsOf(command), { cwd: here });
    // With a patch to apply, --dry-run exits with 1.
    expect({ command, code, stderr: code === 2 ? stderr : "" }).toEqual({
      command,
      code: command.includes("--dry-run") ? 1 : 0,
      stderr: "",
    });
  }
});

it("runs the README's commands for an empty directory", async () => {
  const [block = "", ...others] = blocksOf("README.md").filter(isForEmpty);
  const commands = commandsOf(block);
  expect([others, commands.map((command) => command.split(" ")[0])]).toEqual([[], ["init", "check", "pack"]]);
  const here = makeTree({});
  for (const command of commands) {
    const { code, stdout } = await runSkills(wordsOf(command), { cwd: here });
    expect({ command, code, stdout: code === 0 ? "" : stdout }).toEqual({ command, code: 0, stdout: "" });
  }
  expect(readdirSync(here).sort()).toEqual(["my-first.zip", "skills"]);
});

function blocksOf(file: string): readonly string[] {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  return Array.from(text.matchAll(/^```(?:bash|yaml)\n(.*?)^```/gms), ([, block = ""]) => block);
}

/** Blocks for an empty directory; the others need a clone. */
function isForEmpty(block: string): boolean {
  return block.includes("npm install --save-dev ./skillwright-");
}

function commandsOf(block: string): readonly string[] {
  return block
    .split(/\n|&&/)
    .flatMap((line) => /\bnpx (?:--yes )?skill(?:s|wright)(?:@\d+)? (.*)$/.exec(line)?.[1] ?? []);
}

/** Splits like a shell; the lines quote only whole words. */
function wordsOf(command: string): readonly string[] {
  return Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word);
}

/** The picture must not depend on how fast the machine is. */
function withoutTime(output: string): string {
  return output.replace(/\d+\.\d+ s/, "0.04 s");
}
