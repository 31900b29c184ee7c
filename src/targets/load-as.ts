import { documentName } from "../model/document-name.ts";
import type { ClientVersion, LoadResult, ReadInput } from "../model/loader.ts";

const unrecorded: LoadResult = {
  loads: "unknown",
  reason: "it is not recorded how this client reads SKILL.md",
};

const unfollowed: LoadResult = {
  loads: false,
  reason: `${documentName} is a symlink, which this client does not follow`,
};

const unevaluated: LoadResult = {
  loads: "unknown",
  reason: `not evaluated: ${documentName} is a symlink out of the skill, which is not read`,
};

const followedOrNot: LoadResult = {
  loads: "unknown",
  reason: `not evaluated: it is not recorded whether this client follows a ${documentName} that is a symlink`,
};

/** What a version of a client makes of a SKILL.md, called with these arguments. */
export function loadAs(
  { load, roots }: Pick<ClientVersion, "load" | "roots">,
  read: ReadInput,
  args?: string,
): LoadResult {
  if (!load) return unrecorded;
  if ("loads" in read) return read;
  if ("isLink" in read && roots?.linkedFiles === false) return unfollowed;
  if ("isLink" in read && roots?.linkedFiles === "unknown") return followedOrNot;
  const { directory, bytes, sidecars } = read;
  return directory === undefined || bytes === undefined
    ? unevaluated
    : load({ directory, bytes, ...(sidecars && { sidecars }), ...(args !== undefined && { args }) });
}
