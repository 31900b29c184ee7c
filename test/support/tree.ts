import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A directory with these files, removed when the test ends. */
export function makeTree(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(path.join(tmpdir(), "skills-test-"));
  onTestFinished(() => removeTree(root));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
  return root;
}

/** Removes also what its owner may not open or write in, as only root may do at once. */
function removeTree(root: string): void {
  if (process.geteuid?.() !== 0) openAll(Buffer.from(root));
  rmSync(root, { recursive: true, force: true });
}

function openAll(directory: Buffer): void {
  try {
    chmodSync(directory, 0o700);
  } catch {
    // It is already removed, or another user owns it.
    return;
  }
  for (const entry of readdirSync(directory, { withFileTypes: true, encoding: "buffer" }))
    if (entry.isDirectory()) openAll(Buffer.concat([directory, Buffer.from("/"), entry.name]));
}

/** A SKILL.md that every target accepts in a directory of this name. */
export function skillMd(name: string, body = "Do it.\n"): string {
  return `---\nname: ${name}\ndescription: Fills PDF forms. Use when a form is to be filled.\n---\n\n${body}`;
}
