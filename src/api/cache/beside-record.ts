import type { Surroundings } from "../../find/surroundings.ts";

// Apart from the other records: every lint loads this, and only runs with a cache load a hash function.

/** By directory of a skill, the names of the skills next to it: plain data. */
export type BesideRecord = readonly (readonly [directory: string, names: readonly string[]])[];

export function recordBeside(
  namesBeside: Surroundings["namesBeside"],
): Pick<Surroundings, "namesBeside"> & { record(): BesideRecord } {
  const directories = new Map<ReadonlySet<string>, string>();
  return {
    namesBeside: (directory) => {
      const names = namesBeside(directory);
      if (!directories.has(names)) directories.set(names, directory);
      return names;
    },
    record: () => Array.from(directories, ([names, directory]) => [directory, Array.from(names)]),
  };
}

export function isBesideSame(beside: BesideRecord, namesBeside: Surroundings["namesBeside"]): boolean {
  return beside.every(
    ([directory, names]) => Array.from(namesBeside(directory)).join("/") === names.join("/"),
  );
}
