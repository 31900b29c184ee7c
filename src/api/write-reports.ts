import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { createFile, requirePlain } from "../write/create-file.ts";
import { findDestination } from "../write/destination.ts";

/** Throws a SkillsError where reports could not be written to these files, before there is anything to write. */
export function requireReportFiles(paths: readonly string[], cwd: string): void {
  const taken = new Set<string>();
  for (const path of paths) {
    const { absolute } = findDestination(path, cwd);
    if (taken.has(absolute)) throw new SkillsError("bad-usage", `two reports would be written to ${quote(path)}`);
    taken.add(absolute);
    requirePlain(absolute, path);
  }
}

/** Writes each report as a whole; of what is there already, only a plain file is replaced. */
export async function writeReports(reports: readonly { readonly path: string; readonly text: string }[], cwd: string): Promise<void> {
  for (const { path, text } of reports) await createFile(findDestination(path, cwd).absolute, Buffer.from(text), path, async () => {});
}
