import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { limits } from "../model/limits.ts";
import type { SkillSource } from "../model/source.ts";

/** Creates the directory of a project with an empty repository, as clients look for its root. */
export function makeRepository(project: string): void {
  for (const folder of ["objects", "refs/heads"])
    mkdirSync(path.join(project, ".git", folder), { recursive: true });
  writeFileSync(path.join(project, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(
    path.join(project, ".git", "config"),
    "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
  );
}

/**
 * Creates a project with a copy of a skill: of very large files the start, and no symlinks that lead out of it. Returns
 * the directory of the copy. Throws as `source.read` does.
 */
export function makeProject(project: string, root: string, source: SkillSource): string {
  const directory = path.join(project, root, source.name);
  makeRepository(project);
  copySkill(source, directory);
  return directory;
}

function copySkill(source: SkillSource, directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const { path: inner, kind, size, executable, link } of source.list().entries) {
    const to = path.join(directory, inner);
    mkdirSync(path.dirname(to), { recursive: true });
    if (kind === "directory") mkdirSync(to, { recursive: true });
    if (kind === "symlink" && (link?.leads === "file" || link?.leads === "directory"))
      symlinkSync(link.target, to);
    if (kind !== "file") continue;
    writeFileSync(
      to,
      size > limits.textBytes ? source.readHead(inner, limits.textBytes) : source.read(inner),
    );
    if (executable) chmodSync(to, 0o755);
  }
}
