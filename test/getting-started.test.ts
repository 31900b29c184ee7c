import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { makeTree } from "./support/tree.ts";

const page = fileURLToPath(new URL("../docs/getting-started.md", import.meta.url));
const program = path.resolve("dist/bin/skills.cjs");

it("shows what its commands print", async () => {
  const here = makeTree({ "bin/npx": `#!/bin/sh\nshift\nexec "${process.execPath}" "${program}" "$@"\n` });
  spawnSync("chmod", ["755", path.join(here, "bin/npx")]);
  const cwd = path.join(here, "work");
  spawnSync("mkdir", [cwd]);
  const env = {
    PATH: `${here}/bin:${process.env["PATH"]}`,
    HOME: here,
    npm_command: "exec",
    npm_lifecycle_event: "npx",
  };
  let ran = 0;
  const text = readFileSync(page, "utf8").replace(/^```console\n([^]*?)^```$/gm, (_, block: string) => {
    const commands = block.split("\n").filter((line) => line.startsWith("$ "));
    const printed = commands.map((command) => {
      ran++;
      const { stdout, stderr, status } = spawnSync("sh", ["-c", command.slice(2)], {
        cwd,
        env,
        encoding: "utf8",
      });
      expect({ command, stderr, done: status === 0 || status === 1 }).toMatchObject({ done: true });
      return `${command}\n${`${stdout}${stderr}`.replace(/\d+\.\d+ s\b/g, "0.05 s")}`;
    });
    return `\`\`\`console\n${printed.join("")}\`\`\``;
  });
  expect(ran).toBeGreaterThan(6);
  await expect(text).toMatchFileSnapshot(page);
});
