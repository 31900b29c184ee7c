import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A directory with these files, gone when the test has ended. */
export function makeTree(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(path.join(tmpdir(), "skills-test-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
  return root;
}

/** A SKILL.md that every target accepts in a directory of this name. */
export function skillMd(name: string, body = "Do it.\n"): string {
  return `---\nname: ${name}\ndescription: Fills PDF forms. Use when a form is to be filled.\n---\n\n${body}`;
}
