import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { fixturesRoot } from "./fixtures.ts";
import { makeTree } from "./tree.ts";

const program = path.resolve("dist/bin/skills.cjs");

/** A page of which the blocks of a console are replaced by what its commands print. */
export interface PlayedPage {
  readonly text: string;
  /** The number of commands that ran. */
  readonly commands: number;
}

/**
 * Runs the commands of each ```console block of a page in one directory, with "npx skillwright" as the built program,
 * and the skill of the examples as `meeting-notes` if the page begins with it.
 */
export function playConsole(page: string, { skill = false } = {}): PlayedPage {
  const here = makeTree({});
  const cwd = path.join(here, "work");
  mkdirSync(path.join(here, "bin"));
  mkdirSync(cwd);
  for (const [name, shift] of [
    ["npx", "shift\n"],
    ["skills-ref", ""],
  ] as const) {
    // Messages begin with the name under which the program was started.
    const file = path.join(here, name === "npx" ? "skillwright" : "skills-ref");
    symlinkSync(name === "npx" ? program : program.replace("skills.cjs", "skills-ref.cjs"), file);
    writeFileSync(
      path.join(here, "bin", name),
      `#!/bin/sh\n${shift}exec "${process.execPath}" "${file}" "$@"\n`,
      {
        mode: 0o755,
      },
    );
  }
  if (skill)
    cpSync(path.join(fixturesRoot, "skills/meeting-notes"), path.join(cwd, "meeting-notes"), {
      recursive: true,
    });
  const env = {
    PATH: `${here}/bin:${process.env["PATH"]}`,
    HOME: here,
    npm_command: "exec",
    npm_lifecycle_event: "npx",
  };
  let commands = 0;
  const text = page.replace(/^```console\n([^]*?)^```$/gm, (_, block: string) => {
    const printed = block
      .split("\n")
      .filter((line) => line.startsWith("$ "))
      .map((command) => {
        commands++;
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
  return { text, commands };
}
