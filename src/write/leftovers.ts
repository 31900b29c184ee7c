import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { systemCode } from "./cannot-write.ts";

/**
 * The name of a file that is being written. It contains the process id, so that other processes can check whether the
 * process is still running.
 */
export function temporaryName(): string {
  // Not from node:crypto, which takes longer to load than most runs take to write.
  const random = crypto.getRandomValues(Buffer.alloc(8));
  return `.skills-${process.pid}-${random.toString("hex")}.tmp`;
}

const temporary = /^\.skills-(\d{1,10})-[0-9a-f]{16}\.tmp$/;

/** Removes the temporary files of killed processes in the directory. */
export function removeLeftovers(folder: string): void {
  // Does not use read/, which is not imported here; the names are ASCII.
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    const [, writer] = temporary.exec(name) ?? [];
    if (writer !== undefined && entry.isFile() && !isRunning(Number(writer)))
      removeIfAllowed(path.join(folder, name));
  }
}

/** In a directory such as /tmp, leftovers of other users may not be removed; they do no harm. */
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
    // The process is running and belongs to another user, so signaling it is not permitted.
    return systemCode(error) === "EPERM";
  }
}

/**
 * Removes a temporary file after a failure. If that fails too, the next run removes the file, and the first failure
 * is reported.
 */
export function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
