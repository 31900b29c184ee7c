import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";

/** Everything below a directory: a file's mode and content, where a link leads; but for what is below `but`. */
export function pictureOf(directory: string, but?: string): Readonly<Record<string, string>> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(
    (name) => but === undefined || !path.join(directory, name).startsWith(but),
  );
  return Object.fromEntries(names.sort().map((name) => [name, describe(path.join(directory, name))]));
}

function describe(absolute: string): string {
  const stats = lstatSync(absolute);
  const mode = (stats.mode & 0o777).toString(8);
  if (stats.isSymbolicLink()) return `-> ${readlinkSync(absolute)}`;
  return stats.isDirectory() ? `directory ${mode}` : `${mode} ${readFileSync(absolute, "latin1")}`;
}
