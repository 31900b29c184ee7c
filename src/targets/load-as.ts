import type { ClientVersion, LoadResult, ReadInput } from "../model/loader.ts";

const unrecorded: LoadResult = {
  loads: "unknown",
  reason: "it is not recorded how this client reads SKILL.md",
};

/** What a version of a client makes of a SKILL.md. */
export function loadAs({ load }: Pick<ClientVersion, "load">, read: ReadInput): LoadResult {
  if (!load) return unrecorded;
  return "bytes" in read ? load(read) : read;
}
