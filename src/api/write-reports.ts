import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { createFile, requirePlain } from "../write/create-file.ts";
import { findDestination } from "../write/destination.ts";

/** A file that the run reads or writes, which no report may overwrite; its role is, for example, "the config". */
export interface ProtectedFile {
  readonly path: string;
  readonly role: string;
}

/** Throws a SkillsError before the run if a report cannot be written, or would overwrite a file that the run uses. */
export function requireReportFiles(
  paths: readonly string[],
  cwd: string,
  protectedFiles: readonly ProtectedFile[] = [],
): void {
  const taken = new Set<string>();
  for (const path of paths) {
    const { absolute } = findDestination(path, cwd);
    const other = protectedFiles.find((file) => findDestination(file.path, cwd).absolute === absolute);
    if (other) throw new SkillsError("bad-usage", `--output ${quote(path)} would overwrite ${other.role}`);
    if (taken.has(absolute))
      throw new SkillsError("bad-usage", `two reports would be written to ${quote(path)}`);
    taken.add(absolute);
    requirePlain(absolute, path);
  }
}

/** Writes each report completely or not at all; replaces only regular files. */
export async function writeReports(
  reports: readonly { readonly path: string; readonly text: string }[],
  cwd: string,
): Promise<void> {
  for (const { path, text } of reports)
    await createFile(findDestination(path, cwd).absolute, Buffer.from(text), path, async () => {});
}
