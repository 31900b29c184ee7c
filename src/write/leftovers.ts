import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { systemCode } from "./cannot-write.ts";

/** The name of a file that is being written; it holds the process, so that another one can tell whether it still is. */
export function temporaryName(): string {
  // Not from node:crypto, which takes longer to load than most runs have to write.
  const random = crypto.getRandomValues(Buffer.alloc(8));
  return `.skills-${process.pid}-${random.toString("hex")}.tmp`;
}

const temporary = /^\.skills-(\d{1,10})-[0-9a-f]{16}\.tmp$/;

/** Removes what a process that was killed while it wrote has left in the folder. */
export function removeLeftovers(folder: string): void {
  // Not by read/, which nothing here imports: the names that are sought are ASCII.
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    const [, writer] = temporary.exec(name) ?? [];
    if (writer !== undefined && entry.isFile() && !isRunning(Number(writer)))
      removeIfAllowed(path.join(folder, name));
  }
}

/** In a folder such as /tmp another user's leftovers stay, and are in nobody's way. */
function removeIfAllowed(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // Another user's process runs too, though it takes no signal from us.
    return systemCode(error) === "EPERM";
  }
}

/** Removes a file that is not to become anything, on the way out of a failure: where that fails too, the next run does it, and the first failure is what to tell. */
export function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
