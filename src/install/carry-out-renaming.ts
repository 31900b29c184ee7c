import { lstatSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, type Stats } from "node:fs";
import path from "node:path";
import { attempt, cannotWrite } from "../write/cannot-write.ts";
import type { Hold } from "./hold.ts";
import { parts } from "./place-names.ts";
import { digestOf, placeOf, requireFile, type LinkChange, type RenamingSteps } from "./renaming.ts";
import { nameIn } from "./root.ts";
import { syncDirectory } from "./sync.ts";

/** Does what has not been done: files first, then links, and the directory last, so that until then every path is as it was. Throws a SkillsError ("unwritable"). */
export function carryOutRenaming(hold: Hold, { from, to, edits, links }: RenamingSteps): void {
  const { root } = hold;
  const touched = new Set<string>();
  for (const [at, { path: file }] of edits.entries())
    if (replace(hold, at, file)) touched.add(path.dirname(placeOf(root, file)));
  for (const link of links) {
    changeLink(hold, link);
    touched.add(path.dirname(placeOf(root, link.to)));
  }
  attempt(nameIn(root, from), () => touched.forEach(syncDirectory));
  attempt(nameIn(root, from), () => moveDirectory(hold, from, to));
}

/** Gives the files and links their old contents back, as far as nobody has changed them since. */
export function takeRenamingBack(hold: Hold, { from, to, edits, links }: RenamingSteps): void {
  if (look(placeOf(hold.root, to))?.isDirectory() && !look(placeOf(hold.root, from)))
    renameSync(placeOf(hold.root, to), placeOf(hold.root, from));
  for (const link of links.toReversed())
    changeLink(hold, { from: link.to, to: link.from, before: link.after, after: link.before });
  for (const [at, { path: file, after }] of Array.from(edits.entries()).toReversed()) {
    const { fresh, old } = pathsOf(hold, at);
    if (look(fresh) || !look(old)) continue;
    const { absolute } = requireFile(hold.root, file);
    if (digestOf(readFileSync(absolute)) === after) renameSync(old, absolute);
  }
}

/** Whether the file was still the old one. */
function replace(hold: Hold, at: number, file: string): boolean {
  const { fresh, old } = pathsOf(hold, at);
  const shown = nameIn(hold.root, file);
  if (!attempt(shown, () => look(fresh)?.isFile())) return false;
  const { absolute } = requireFile(hold.root, file);
  if (!attempt(shown, () => readFileSync(absolute).equals(readFileSync(old))))
    throw cannotWrite(shown, "it has changed since it was read");
  attempt(shown, () => renameSync(fresh, absolute));
  return true;
}

function pathsOf({ directory }: Hold, at: number): { readonly fresh: string; readonly old: string } {
  return {
    fresh: path.join(directory, parts.fresh, String(at)),
    old: path.join(directory, parts.old, String(at)),
  };
}

/** The new link is there before the old one goes. */
function changeLink({ root, directory }: Hold, { from, to, before, after }: LinkChange): void {
  const [old, fresh] = [placeOf(root, from), placeOf(root, to)];
  attempt(nameIn(root, from), () => {
    if (targetOf(fresh) !== after) {
      if (look(fresh) && (from !== to || targetOf(old) !== before))
        throw cannotWrite(nameIn(root, to), "something else has come to stand there");
      const made = path.join(directory, "link");
      rmSync(made, { force: true });
      symlinkSync(after, made, "dir");
      renameSync(made, fresh);
    }
    if (from !== to && targetOf(old) === before) rmSync(old);
  });
}

function targetOf(absolute: string): string | undefined {
  return look(absolute)?.isSymbolicLink() ? readlinkSync(absolute) : undefined;
}

/** Where case does not matter the directory itself answers to its new name, and to its old one afterwards. */
function moveDirectory({ root }: Hold, from: string, to: string): void {
  const [old, final] = [placeOf(root, from), placeOf(root, to)];
  const [source, there] = [look(old), look(final)];
  if (!source?.isDirectory()) return;
  if (there && (there.dev !== source.dev || there.ino !== source.ino))
    throw cannotWrite(nameIn(root, to), "something else has come to stand there");
  renameSync(old, final);
  syncDirectory(path.dirname(final));
}

function look(absolute: string): Stats | undefined {
  return lstatSync(absolute, { throwIfNoEntry: false });
}
