import { quote } from "../core/show.ts";
import { toShellWord } from "../core/shell-word.ts";
import { toNativePath } from "../read/label.ts";
import { skillPlaces } from "./project-place.ts";
import { isThere } from "../read/there.ts";

const elsewhere = "skillwright does not use the network; clone or download it first and pass the local path";

/** What the user may have meant by a path that does not exist, if it is not a typo: a URL, or the name of a skill. */
export function meantBy(written: string, cwd: string): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]+:\/\/|[\w.-]+@[\w.-]+:)/i.test(written)) return elsewhere;
  const places = isName(written) ? skillPlaces.map((place) => `${place}/${written}`) : [];
  const place = places.find((each) => isThere(toNativePath(cwd, each)));
  return place === undefined ? undefined : `did you mean ${quote(place)}?`;
}

/**
 * Whether a word is probably a repository. `owner/repository` is usually a path, so it counts as a repository only if
 * no part of it exists.
 */
export function meantAsRepository(written: string, cwd: string): string | undefined {
  const [, owner] = /^([a-z\d](?:[a-z\d-]*[a-z\d])?)\/[\w.-]+$/i.exec(written) ?? [];
  return owner === undefined || isThere(toNativePath(cwd, owner))
    ? undefined
    : `if this is a repository: ${elsewhere}`;
}

/** A hint for an archive where a skill's directory is needed. */
export function hintForArchive(written: string): string | undefined {
  if (!hasArchiveName(written)) return undefined;
  const word = toShellWord(written);
  return `use \`skills check ${word}\` to check the skills in it or \`skills inspect ${word}\` to see its contents`;
}

export function hasArchiveName(path: string): boolean {
  return /\.(?:zip|skill|tar\.gz|tgz)$/i.test(path);
}

function isName(written: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u.test(written);
}
