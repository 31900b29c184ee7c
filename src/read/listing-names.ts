import { readdirSync, type Dirent } from "node:fs";
import { compareText } from "../core/order.ts";
import type { FileEntry, Unread } from "../model/source.ts";
import { systemReason } from "../core/unreadable.ts";

/** A name in a directory, in its exact spelling. */
export interface Name {
  /**
   * Each byte that is not UTF-8 is a lone surrogate, U+DC00 + byte, as in Python, so that names stay
   * distinct.
   */
  readonly text: string;
  readonly kind: FileEntry["kind"];
  /** Why the entry is not read if its name is not UTF-8; the message shows invalid bytes as \xff. */
  readonly foreign?: string;
}

/** The names in a directory, unsorted. Throws the file system's errors. */
export function readNames(absolute: string): Name[] {
  const found = readdirSync(absolute, { withFileTypes: true });
  // Node replaces bytes that are not UTF-8 with U+FFFD, so the raw bytes are requested only if that occurs.
  return found.some(({ name }) => name.includes("\ufffd"))
    ? readForeignNames(absolute)
    : found.map((entry) => ({ text: entry.name, kind: kindOf(entry) }));
}

/**
 * As `readNames`, but if the directory cannot be read, the result is empty and the error is recorded in `unread`
 * under the label `shown`.
 */
export function readNamesOrRecord(absolute: string, shown: string, unread: Unread[]): Name[] {
  try {
    return readNames(absolute);
  } catch (error) {
    unread.push({ path: shown, reason: systemReason(error) });
    return [];
  }
}

/** Compares by UTF-16 code unit. */
export function byName(a: Name, b: Name): number {
  return compareText(a.text, b.text);
}

function readForeignNames(absolute: string): Name[] {
  return readdirSync(absolute, { withFileTypes: true, encoding: "buffer" }).map((entry) => {
    const text = entry.name.toString();
    if (Buffer.from(text).equals(entry.name)) return { text, kind: kindOf(entry) };
    return {
      text: decodeName(entry.name),
      kind: "other",
      foreign: `its name is not UTF-8 ("${spellName(entry.name)}")`,
    };
  });
}

function kindOf(entry: Dirent<string> | Dirent<Buffer>): FileEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "symlink" : "other";
}

function decodeName(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join("");
}

/** Escapes everything except printable ASCII, so that the name is safe to print on a terminal. */
function spellName(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`,
  ).join("");
}
