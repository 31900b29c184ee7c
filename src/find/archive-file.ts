import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { archiveLimits, ArchiveRefused } from "../model/archive.ts";
import { SkillsError } from "../core/errors.ts";
import { compareText } from "../core/order.ts";
import { grouped } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { hasArchiveName } from "./absent-hint.ts";
import { lookUp, notFound, statsOf } from "./discover-named.ts";
import { isDocumentNameInAnyCase } from "../model/document-name.ts";
import { toLabel } from "../read/label.ts";
import { readNames } from "../read/listing-names.ts";
import { kindOf, readWhole } from "../read/open-file.ts";
import { cannotRead, systemReason } from "../core/unreadable.ts";

/** A path from the user: an archive, which has not been opened yet, or a directory. */
export interface Operand {
  readonly kind: "archive" | "directory";
  readonly absolute: string;
  readonly label: string;
}

const remedy = "pass an archive or a skill directory";

/**
 * Looks up a path; the path of a SKILL.md means its directory. Throws a SkillsError if nothing exists there
 * ("not-found") or if it is neither a file nor a directory ("unreadable"). Follows symlinks, as the user passed their
 * paths.
 */
export function lookUpOperand(written: string, cwd: string): Operand {
  // An empty path usually comes from an unset shell variable, so it must not mean the working directory.
  if (written === "") throw new SkillsError("bad-usage", `the path is empty; ${remedy}`);
  const absolute = path.resolve(cwd, written);
  const stats = statsOf(absolute, written, statSync);
  if (!stats && written === "-")
    throw new SkillsError("not-found", `there is no "-"; ${remedy}`, {
      hint: "archives are not read from standard input; write it to a file first",
    });
  if (!stats) throw notFound(written, cwd);
  const isDocument = stats.isFile() && isDocumentNameInAnyCase(path.basename(absolute));
  if (stats.isFile() && !isDocument) return { kind: "archive", absolute, label: toLabel(written) };
  const directory = stats.isDirectory() || isDocument ? lookUp(written, cwd) : undefined;
  if (!directory) throw new SkillsError("unreadable", `${quote(written)} is ${kindOf(stats)}; ${remedy}`);
  return { kind: "directory", absolute: directory.absolute, label: directory.label };
}

/**
 * The bytes of an archive, read once so that every reader sees the same bytes. Throws an ArchiveRefused ("too-big")
 * or a SkillsError ("unreadable").
 */
export function readArchiveFile({ absolute, label }: Operand): Uint8Array {
  try {
    const real = realpathSync.native(absolute);
    const { size } = statSync(real);
    if (size > archiveLimits.bytes)
      throw new ArchiveRefused(
        "too-big",
        `archive has ${grouped(size)} bytes (limit ${grouped(archiveLimits.bytes)})`,
      );
    return readWhole(real, label, archiveLimits.bytes);
  } catch (cause) {
    throw cause instanceof SkillsError || cause instanceof ArchiveRefused
      ? cause
      : cannotRead(label, systemReason(cause), { cause });
  }
}

/** Whether a path from the user is that of a file with the name of an archive. */
export function isArchive(written: string, cwd: string): boolean {
  return hasArchiveName(written) && statsOf(path.resolve(cwd, written), written, statSync)?.isFile() === true;
}

/** The names in a directory that look like archives, sorted. */
export function archivesIn({ absolute }: Operand): readonly string[] {
  const names = readNames(absolute).filter(({ kind, text }) => kind === "file" && hasArchiveName(text));
  return names.map(({ text }) => text).sort(compareText);
}
