import type { YamlRead } from "../../yaml/theirs/value-reader.ts";
import type { LoadResult } from "../../model/loader.ts";

/** The client drops the skill and prints `said`; nothing if there is none. */
export function notLoaded(reason: string, said?: string): LoadResult {
  return said === undefined ? { loads: false, reason } : { loads: false, reason, said };
}

export function unknownLoad(reason: string): LoadResult {
  return { loads: "unknown", reason };
}

/** For a client that drops a skill if its frontmatter cannot be read. */
export function unreadable(
  read: Exclude<YamlRead, { readonly outcome: "value" }>,
  said?: (message: string) => string,
): LoadResult {
  return read.outcome === "unknown"
    ? unknownLoad(read.reason)
    : notLoaded("frontmatter is not valid YAML", said?.(read.message));
}

/** The fields of whatever was read: as in JavaScript, text and lists have none of ours. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}
