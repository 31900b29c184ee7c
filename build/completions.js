// Describes the commands of every program for shell completions, which then load no command.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "./bundle.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Writes src/generated/completions.ts from the definitions of the commands. `apart` is as for `bundle`.
 * @param {Readonly<Record<string, string>>} apart
 */
export async function writeCompletions(apart) {
  const directory = mkdtempSync(path.join(tmpdir(), "completions-"));
  try {
    await bundle(
      { outline: path.join(root, "src/cli/completions/outline.ts") },
      { dir: directory, format: "cjs", entryFileNames: "[name].cjs", chunkFileNames: "[name]-[hash].cjs" },
      apart,
    );
    /** @type {typeof import("../src/cli/completions/outline.ts")} */
    const { outlinePrograms } = await import(pathToFileURL(path.join(directory, "outline.cjs")).href);
    writeFileSync(path.join(root, "src/generated/completions.ts"), toModule(await outlinePrograms()));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A long list of words, such as that of all rules, is written once. @param {readonly unknown[]} programs */
function toModule(programs) {
  /** @type {Map<string, string>} */
  const lists = new Map();
  const value = JSON.stringify(programs).replace(/\["[^[\]]{80,}?"\]/g, (list) => {
    const name = lists.get(list) ?? `words${lists.size}`;
    lists.set(list, name);
    return name;
  });
  const constants = Array.from(lists, ([list, name]) => `const ${name}: readonly string[] = ${list};\n`);
  return `import type { ProgramOutline } from "../cli/completions/outline.ts";

${constants.join("")}
export const programs: readonly ProgramOutline[] = ${value};
`;
}
