import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { skills } from "../src/cli/router.ts";
import { runInMemory } from "./support/io.ts";
import { terminalPicture } from "./support/terminal-picture.ts";

const cwd = fileURLToPath(new URL("../fixtures/readme/", import.meta.url));

it("shows in the README what the program prints", async () => {
  const { code, stdout } = await runInMemory("skills", skills, ["validate", "--target", "spec,claude-api", "release-notes"], { cwd, columns: 88 });
  expect(code).toBe(1);
  const command = "$ skills validate --target spec,claude-api release-notes";
  const picture = terminalPicture(`${command}\n${withoutTime(stdout)}`, 88);
  await expect(picture).toMatchFileSnapshot(path.join(cwd, "validate.svg"));
});

it("knows every command that the README tells a reader to type", async () => {
  const here = mkdtempSync(path.join(tmpdir(), "skills-readme-"));
  onTestFinished(() => rmSync(here, { recursive: true, force: true }));
  for (const folder of ["readme", "scenarios", "skills"]) cpSync(path.join(cwd, "..", folder), path.join(here, "fixtures", folder), { recursive: true });
  const blocks = readFileSync(new URL("../README.md", import.meta.url), "utf8").matchAll(/^```bash\n(.*?)^```/gms);
  const typed = Array.from(blocks, ([, block = ""]) => block.split(/\n|&&/)).flat().flatMap((line) => /^\s*npx skills (.*)$/.exec(line)?.[1] ?? []);
  expect(typed.length).toBeGreaterThan(5);
  for (const command of typed) {
    const { code } = await runInMemory("skills", skills, command.split(" "), { cwd: here });
    // A patch that there is to make is an exit code of 1.
    expect({ command, code }).toEqual({ command, code: command.includes("--dry-run") ? 1 : 0 });
  }
});

/** The picture must not depend on how fast the machine is. */
function withoutTime(output: string): string {
  return output.replace(/\d+\.\d+ s/, "0.04 s");
}
