import type { Listing, SkillSource } from "./source.ts";

/** A source that lists a skill once and reads each file once, for several readers that must see the same skill. */
export interface HeldSource extends SkillSource {
  /** The bytes of a file that was read; undefined if it was not, or could not be. */
  held(path: string): Uint8Array | undefined;
}

type Outcome = { readonly bytes: Uint8Array } | { readonly error: unknown };

/**
 * Holds the listing and the files of a source once they are read, for as long as the result is in use. Changes on disk
 * are not seen, so it is for the work on one skill only, and never for what is written.
 */
export function holdSource(source: SkillSource): HeldSource {
  const files = new Map<string, Outcome>();
  let listing: Listing | undefined;
  const read = (path: string): Outcome => {
    try {
      return { bytes: source.read(path) };
    } catch (error) {
      return { error };
    }
  };
  const outcomeOf = (path: string): Outcome => {
    let outcome = files.get(path);
    if (!outcome) files.set(path, (outcome = read(path)));
    return outcome;
  };
  const held = (path: string): Uint8Array | undefined => {
    const outcome = files.get(path);
    return outcome && "bytes" in outcome ? outcome.bytes : undefined;
  };
  // Several readers ask for the same part of SKILL.md.
  let head: { readonly of: Uint8Array; readonly bytes: Uint8Array } | undefined;
  const headOf = (bytes: Uint8Array, limit: number): Uint8Array => {
    if (head?.of !== bytes || head.bytes.length !== limit)
      head = { of: bytes, bytes: bytes.subarray(0, limit) };
    return head.bytes;
  };
  const { name, label, directory, mark, alone, upload } = source;
  return {
    name,
    label,
    ...(directory !== undefined && { directory }),
    ...(mark && { mark }),
    ...(alone && { alone }),
    ...(upload && { upload }),
    ...(source.revision && { revision: () => source.revision!() }),
    list: () => (listing ??= source.list()),
    read: (path) => {
      const outcome = outcomeOf(path);
      if ("bytes" in outcome) return outcome.bytes;
      throw outcome.error;
    },
    // A file that is too large to be read whole may still have a head.
    readHead: (path, limit) => {
      const bytes = held(path);
      if (!bytes) return source.readHead(path, limit);
      return bytes.length <= limit ? bytes : headOf(bytes, limit);
    },
    held,
  };
}
