import path from "node:path";
import { once } from "../core/once.ts";
import type { ContextReader } from "../model/skill.ts";
import type { FileEntry } from "../model/source.ts";
import { openGitIndex } from "./git-index.ts";
import { isThere } from "./gitignore.ts";
import { besideFinder } from "./skills-beside.ts";

/** Reads it from the disk. Each directory is looked at once, so a reader lives as long as one run. */
export function contextReader(): ContextReader {
  const namesBeside = besideFinder();
  const repositoryOf = enclosing(".git");
  const pluginOf = enclosing(path.join(".claude-plugin", "plugin.json"));
  return ({ directory }, files, { surroundings, scripts }) => {
    if (directory === undefined) return { executable: new Map() };
    const executable = modesOf(directory, files, scripts);
    if (!surroundings) return { executable };
    const [repository, plugin] = [repositoryOf(directory), pluginOf(directory)];
    return {
      siblings: namesBeside(directory),
      executable,
      ...(repository !== undefined && { repository }),
      ...(plugin !== undefined && { plugin }),
    };
  };
}

/** As git has it, else as the disk has it; Windows keeps no such mode. */
function modesOf(
  directory: string,
  files: readonly FileEntry[],
  scripts: readonly string[],
): ReadonlyMap<string, boolean> {
  if (scripts.length === 0) return new Map();
  const tracked = openGitIndex(directory);
  const listed = once(() => new Map(files.map((file) => [file.path, file.executable])));
  return new Map(
    scripts.flatMap((file) => {
      const mode = tracked(file) ?? (process.platform === "win32" ? undefined : listed().get(file));
      return mode === undefined ? [] : [[file, mode] as const];
    }),
  );
}

/** Finds the nearest directory, from one upwards, that holds an entry of this name. */
function enclosing(name: string): (directory: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  const find = (directory: string): string | undefined => {
    if (known.has(directory)) return known.get(directory);
    const above = path.dirname(directory);
    const found = isThere(path.join(directory, name))
      ? directory
      : above === directory
        ? undefined
        : find(above);
    known.set(directory, found);
    return found;
  };
  return find;
}
