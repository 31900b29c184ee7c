import { onceForEach } from "../core/once.ts";
import { parentOf } from "../core/paths.ts";
import type { FileEntry, Listing } from "../model/source.ts";

/** The entries of a listing by path. Agents that are given the same listing share the map. */
export const entriesOf: (listing: Listing) => ReadonlyMap<string, FileEntry> = onceForEach(
  ({ entries }) => new Map(entries.map((entry) => [entry.path, entry])),
);

/** The names in each directory of a listing, by its path. */
export const childrenOf: (listing: Listing) => ReadonlyMap<string, readonly string[]> = onceForEach(
  ({ entries }) => {
    const children = new Map<string, string[]>();
    for (const { path } of entries) {
      const parent = parentOf(path);
      const names = children.get(parent) ?? [];
      names.push(path.slice(parent === "" ? 0 : parent.length + 1));
      children.set(parent, names);
    }
    return children;
  },
);
