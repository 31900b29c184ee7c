import { SkillsError } from "../core/errors.ts";
import { longerPieces } from "../core/pieces.ts";
import { quote } from "../core/show.ts";
import { encodeUtf8 } from "../core/utf8.ts";
import { createInPieces, requirePlain } from "../write/create-file.ts";
import { findDestination, findOutput } from "../write/destination.ts";

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
    const { absolute } = findOutput(path, cwd);
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
  reports: readonly { readonly path: string; readonly pieces: Iterable<string> }[],
  cwd: string,
): Promise<void> {
  for (const { path, pieces } of reports)
    await createInPieces(findOutput(path, cwd).absolute, encoded(pieces), path);
}

function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const text of longerPieces(pieces)) yield encodeUtf8(text);
}
