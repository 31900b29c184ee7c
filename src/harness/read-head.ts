import { limits } from "../model/limits.ts";
import type { SkillSource } from "../model/source.ts";
import type { Tracer } from "../model/trace.ts";
import { joinLabel } from "../core/paths.ts";
import { reasonOf } from "../core/unreadable.ts";

/** Most frontmatter is shorter; what is not is asked for again, four times as much, up to what is read of any frontmatter. */
const firstBytes = 1024;
const growth = 4;

export type Head =
  /** `text` is as far as it was read, a character cut in two left out, what is not UTF-8 replaced; `whole` where the file is no longer. */
  | { readonly outcome: "read"; readonly text: string; readonly whole: boolean }
  /** `reason` is a phrase that continues "not read: …". */
  | { readonly outcome: "unreadable"; readonly reason: string };

/** The beginning of a SKILL.md, no further than to where `isComplete` finds the frontmatter whole, in steps; its body is not sought. */
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

function readUntil(
  source: SkillSource,
  file: string,
  isComplete: (text: string) => boolean,
): { readonly bytes: number; readonly text: string; readonly whole: boolean } {
  for (let limit = firstBytes; ; limit = Math.min(limit * growth, limits.frontmatterBytes)) {
    const bytes = source.readHead(file, limit);
    const whole = bytes.length < limit;
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: !whole });
    if (whole || limit === limits.frontmatterBytes || isComplete(text))
      return { bytes: bytes.length, text, whole };
  }
}
