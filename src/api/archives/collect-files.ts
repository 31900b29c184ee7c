import { nameProblem } from "../../archive/name-problem.ts";
import { archiveLimits, ArchiveRefused, type FileBytes } from "../../model/archive.ts";
import { SkillsError } from "../../core/errors.ts";
import type { Diagnostic } from "../../model/report.ts";
import { count, grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { FileEntry, Listing } from "../../model/source.ts";
import { readWhole } from "../../read/open-file.ts";
import { toNativePath } from "../../read/label.ts";
import { joinLabel } from "../../core/paths.ts";
import { reasonOf } from "../../core/unreadable.ts";
import { archiveFinding } from "./archive-findings.ts";

export interface CollectedFiles {
  /** Paths from the directory. */
  readonly files: readonly FileBytes[];
  /** Findings for entries that are not readable files; `file` is the path. */
  readonly problems: readonly Diagnostic[];
}

/** Reads every file of a directory. Throws an ArchiveRefused beyond the limits of a skill. */
export function collectFiles(
  { entries, unread }: Listing,
  directory: { readonly absolute: string; readonly label: string },
): CollectedFiles {
  const regular = entries.filter(({ kind }) => kind === "file");
  refuseTooMuch(regular);
  const files: FileBytes[] = [];
  const problems = unread.map(({ path, reason }) =>
    archiveFinding("mode-unreadable", `${quote(path)} was not read: ${reason}`, path),
  );
  const said = new Set(unread.map(({ path }) => path));
  for (const entry of entries) {
    if (said.has(entry.path)) continue;
    const outcome = entry.kind === "file" ? readOrRefuse(entry, directory) : problemOf(entry);
    if (outcome && "bytes" in outcome) files.push(outcome);
    else if (outcome) problems.push(outcome);
    // The content digest is computed from one line per name, so a name with a line break would count as two lines.
    const problem = entry.kind === "file" ? nameProblem(entry.path) : undefined;
    if (problem) problems.push(archiveFinding(problem.code, problem.message, entry.path));
  }
  return { files, problems };
}

function refuseTooMuch(files: readonly FileEntry[]): void {
  const { entries, totalBytes } = archiveLimits;
  if (files.length > entries)
    throw new ArchiveRefused(
      "entries",
      `the directory contains ${count(files.length, "file")} (maximum ${grouped(entries)})`,
    );
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > totalBytes)
    throw new ArchiveRefused(
      "total-size",
      `the directory's files have ${grouped(bytes)} bytes (maximum ${grouped(totalBytes)})`,
    );
}

function readOrRefuse(
  { path, executable }: FileEntry,
  { absolute, label }: { readonly absolute: string; readonly label: string },
): FileBytes | Diagnostic {
  const shown = joinLabel(label, path);
  try {
    return {
      path,
      bytes: readWhole(toNativePath(absolute, path), shown, archiveLimits.fileBytes),
      executable,
    };
  } catch (error) {
    if (error instanceof SkillsError && error.code === "too-large")
      return archiveFinding("entry-size", `${quote(path)} is ${reasonOf(error, shown)}`, path);
    return archiveFinding("mode-unreadable", `${quote(path)} was not read: ${reasonOf(error, shown)}`, path);
  }
}

/** A directory needs no finding, except .git, as its files are never listed. */
function problemOf({ path, kind, link }: FileEntry): Diagnostic | undefined {
  if (kind === "symlink")
    return archiveFinding(
      "type",
      `${quote(path)} is a symlink to ${quote(link?.target ?? "")}; replace it with a regular file`,
      path,
    );
  if (kind === "other")
    return archiveFinding("type", `${quote(path)} is a FIFO, socket or device; remove it`, path);
  return path === ".git" || path.endsWith("/.git")
    ? archiveFinding("file-extra", `${quote(path)} is a git directory, which is not read`, path)
    : undefined;
}
