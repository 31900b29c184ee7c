import { limits } from "../model/limits.ts";
import type { SkillSource } from "../model/source.ts";
import type { Tracer } from "../model/trace.ts";
import { onceForEach } from "../core/once.ts";
import { joinLabel } from "../core/paths.ts";
import { reasonOf } from "../core/unreadable.ts";
import { decodeUtf8Loosely } from "../core/utf8.ts";
import { textIn } from "./tools/skill-files.ts";

/** Most frontmatter is shorter. If not, the size is multiplied by four, up to the limit for frontmatter. */
const firstBytes = 1024;
const growth = 4;

export type Head =
  /**
   * `text` is the part that was read, with invalid UTF-8 replaced and without a truncated last character; `whole` is
   * true if it is the whole file.
   */
  | { readonly outcome: "read"; readonly text: string; readonly whole: boolean }
  /** `reason` continues a message after "not read: ". */
  | { readonly outcome: "unreadable"; readonly reason: string };

/**
 * Reads the beginning of a SKILL.md in steps, until `isComplete` finds the whole frontmatter; does not read on for
 * the body.
 */
export function readHead(
  tracer: Tracer,
  source: SkillSource,
  file: string,
  isComplete: (text: string) => boolean,
): Head {
  try {
    const { bytes, text, whole } = readUntil(source, file, isComplete);
    tracer.add({ kind: "head", tier: 1, skill: source.name, file, bytes: [0, bytes] });
    return { outcome: "read", text, whole };
  } catch (error) {
    return { outcome: "unreadable", reason: reasonOf(error, joinLabel(source.label, file)) };
  }
}

/** As `readHead`; unreadable if the head is not UTF-8. */
export function readUtf8Head(...given: Parameters<typeof readHead>): Head {
  const head = readHead(...given);
  // A replacement character may also be in the file itself.
  return head.outcome === "read" && head.text.includes("\ufffd") ? checkWhole(head, given) : head;
}

/**
 * As `readHead`, for a program that decodes the whole file before it looks for the frontmatter: unreadable if any of it
 * is not UTF-8. The bytes after the frontmatter are only checked, and so not in the trace.
 */
export function readHeadOfUtf8File(...given: Parameters<typeof readHead>): Head {
  const head = readUtf8Head(...given);
  return head.outcome === "unreadable" || head.whole ? head : checkWhole(head, given);
}

function checkWhole(head: Head, [, source, file]: Parameters<typeof readHead>): Head {
  const bytes = source.readHead(file, limits.textBytes);
  const isUtf8 = bytes.length === limits.textBytes ? beginsUtf8(bytes) : textIn(bytes) !== undefined;
  return isUtf8 ? head : { outcome: "unreadable", reason: "not UTF-8" };
}

/** Whether bytes are UTF-8 of which the last character may be truncated. */
function beginsUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function readUntil(
  source: SkillSource,
  file: string,
  isComplete: (text: string) => boolean,
): { readonly bytes: number; readonly text: string; readonly whole: boolean } {
  for (let limit = firstBytes; ; limit = Math.min(limit * growth, limits.frontmatterBytes)) {
    const bytes = source.readHead(file, limit);
    const whole = bytes.length < limit;
    const text = whole ? decodeUtf8Loosely(bytes) : decodeStart(bytes);
    if (whole || limit === limits.frontmatterBytes || isComplete(text))
      return { bytes: bytes.length, text, whole };
  }
}

const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** As `decodeUtf8Loosely`, without a truncated last character. Agents that are given the same bytes share the text. */
const decodeStart = onceForEach((bytes: Uint8Array): string => {
  const text = lenient.decode(bytes);
  // A truncated character becomes U+FFFD, too. Only a stream can distinguish it from invalid bytes, and is much slower.
  return text.endsWith("\ufffd")
    ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true })
    : text;
});
