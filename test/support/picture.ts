import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";

/** Everything below a directory, except below `except`: the mode and content of files, the targets of links. */
export function pictureOf(directory: string, except?: string): Readonly<Record<string, string>> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(
    (name) => except === undefined || !path.join(directory, name).startsWith(except),
  );
  return Object.fromEntries(names.sort().map((name) => [name, describe(path.join(directory, name))]));
}

function describe(absolute: string): string {
  const stats = lstatSync(absolute);
  const mode = (stats.mode & 0o777).toString(8);
  if (stats.isSymbolicLink()) return `-> ${readlinkSync(absolute)}`;
  return stats.isDirectory() ? `directory ${mode}` : `${mode} ${readFileSync(absolute, "latin1")}`;
}
