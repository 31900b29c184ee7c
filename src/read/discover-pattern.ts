import { lstatSync } from "node:fs";
import path from "node:path";
import { lookUp } from "./discover-named.ts";
import { addSkill, searchTree, type NamedDirectory, type Search } from "./discover-tree.ts";
import { documentName, isDocumentNameInAnyCase } from "./document-name.ts";
import { isTracked } from "./git-index.ts";
import { isDirectory, isHiddenBelow, scopeAbove } from "./gitignore.ts";
import { expandPattern, parsePattern } from "./glob.ts";
import { joinLabel, toNativePath } from "./label.ts";
import { passOverBelow } from "./passed-over.ts";

/**
 * The skills at or below whatever a pattern matches. A match is not named outright, so that .gitignore holds for it; a file counts where it is a SKILL.md in any case.
 * What lies inside a skill that the pattern has found already is part of that skill.
 */
export async function searchPattern(written: string, cwd: string, search: Search): Promise<void> {
  const { base, rest } = parsePattern(written);
  const top = lookUp(base, cwd);
  if (!top || top.certain) return;
  const scope = await scopeAbove(top.real, search.unread);
  const passOver = search.ignore && passOverBelow(search.ignore, top);
  const skills = new Set<string>();
  for (const match of await expandPattern(rest, top.real)) {
    if (ancestors(match).some((above) => skills.has(above)) || passOver?.(below(top, match), true)) continue;
    const real = toNativePath(top.real, match);
    const hidden = await isHiddenBelow(scope, top.real, match, search.unread);
    if (hidden && !isTracked(real, isDirectory(real))) continue;
    const skill = await searchMatch(match, top, search, hidden);
    if (skill !== undefined) skills.add(skill);
  }
}

/** The directory, seen from the pattern's base, that the match makes a skill by its exact name. */
async function searchMatch(
  match: string,
  top: NamedDirectory,
  search: Search,
  hidden: boolean,
): Promise<string | undefined> {
  const stats = lstatSync(toNativePath(top.real, match), { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    const directory = below(top, match);
    await searchTree(directory, search, hidden);
    return search.found.at(-1)?.real === directory.real ? match : undefined;
  }
  const name = path.posix.basename(match);
  const [above] = ancestors(match);
  if (!stats || above === undefined || !isDocumentNameInAnyCase(name)) return undefined;
  addSkill(below(top, above), search);
  return name === documentName ? above : undefined;
}

function below({ absolute, real, label }: NamedDirectory, inner: string): NamedDirectory {
  if (inner === "") return { absolute, real, label };
  return {
    absolute: toNativePath(absolute, inner),
    real: toNativePath(real, inner),
    label: joinLabel(label, inner),
  };
}

/** "a/b", "a" and "" for "a/b/c". */
function ancestors(match: string): string[] {
  const parts = match.split("/").slice(0, -1);
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join("/")), ""];
}
