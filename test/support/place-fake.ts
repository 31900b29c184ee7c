import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const fake = fileURLToPath(new URL("fake-client.js", import.meta.url));

/** Creates the program `fake` in a directory, with what it loads beside it, as it sees no others of its files. */
export function placeFake(directory: string, behavior: string): string {
  const [program, client] = [path.join(directory, "fake"), path.join(directory, "fake-client.mjs")];
  mkdirSync(directory, { recursive: true });
  copyFileSync(fake, client);
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${client}" ${behavior} "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}
