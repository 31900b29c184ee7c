import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
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

/** The picture must not depend on how fast the machine is. */
function withoutTime(output: string): string {
  return output.replace(/\d+\.\d+ s/, "0.04 s");
}
