import path from "node:path";
import { once } from "../core/once.ts";
import { SkillsError } from "../core/errors.ts";
import { systemCode } from "../core/unreadable.ts";
import { documentName } from "../model/document-name.ts";
import { joinNative } from "../read/label.ts";
import { readNames } from "../read/listing-names.ts";
import { readFileIfThere } from "../read/open-file.ts";

/** Maximum number of files of one directory that are read. */
const mostFiles = 2_000;

/** Looks up which file around a skill calls it by a name. */
export type NameUses = (directory: string, top: string, name: string) => string | undefined;

/**
 * Returns a function that finds the first file, by its path from the skill, that contains a name: a README, a file that
 * an agent is given, such as AGENTS.md, or a catalog, such as a marketplace.json, in a directory above the skill up to `top`, or the SKILL.md of a skill next to it. Each
 * file is read once.
 */
export function openNameUses(): NameUses {
  const known = new Map<string, Uses>();
  return (directory, top, name) => {
    for (let at = path.dirname(directory); ; at = path.dirname(at)) {
      const uses = known.get(at) ?? usesIn(at);
      known.set(at, uses);
      const own = path.join(directory, documentName);
      const skills = at === path.dirname(directory) ? uses.skills() : noUses;
      const file = [...(uses.texts().get(name) ?? []), ...(skills.get(name) ?? [])].find(
        (each) => each !== own,
      );
      if (file !== undefined) return path.relative(directory, file).replaceAll(path.sep, "/");
      if (at === top || at === path.dirname(at)) return undefined;
    }
  };
}

/** By word, the first two files that contain it, as one may be the skill's own. */
type FilesByWord = ReadonlyMap<string, readonly string[]>;

const noUses: FilesByWord = new Map();

interface Uses {
  readonly texts: () => FilesByWord;
  readonly skills: () => FilesByWord;
}

/** Manifests of plugins and marketplaces. */
const manifests = /^\.[a-z]{1,20}-plugin$/;

/** Not other JSON: reports, baselines and lockfiles name every skill. */
const texts =
  /^readme(?:\.[\w-]{1,20}){0,2}$|^(?:agents|claude|gemini|skills)\.md$|^(?:bundles?|catalog(?:ue)?|collection|extension|gemini-extension|index|manifest|marketplace|package|plugins?|registry|skills?)\.json$/i;

function usesIn(directory: string): Uses {
  return {
    texts: once(() => {
      const own = namesIn(directory);
      const inManifests = own
        .filter((name) => manifests.test(name))
        .flatMap((name) => namesIn(joinNative(directory, name)).map((inner) => joinNative(name, inner)));
      return wordsOf(
        [...own, ...inManifests].filter((name) => texts.test(path.basename(name))),
        directory,
      );
    }),
    skills: once(() =>
      wordsOf(
        namesIn(directory).map((name) => joinNative(name, documentName)),
        directory,
      ),
    ),
  };
}

/** Sorted; empty for a directory that cannot be read. */
function namesIn(directory: string): readonly string[] {
  try {
    return readNames(directory)
      .map(({ text }) => text)
      .sort();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

function wordsOf(names: readonly string[], directory: string): FilesByWord {
  const found = new Map<string, string[]>();
  for (const name of names.slice(0, mostFiles)) {
    const file = path.join(directory, name);
    for (const word of namesOf(textOf(file).replace(ownName, ""))) {
      const files = found.get(word);
      if (!files) found.set(word, [file]);
      else if (files.length === 1) files.push(file);
    }
  }
  return found;
}

/** Empty for a file that is too large or cannot be read. */
function textOf(file: string): string {
  try {
    const bytes = readFileIfThere(file, path.basename(file));
    return new TextDecoder().decode(bytes);
  } catch (error) {
    if (error instanceof SkillsError) return "";
    throw error;
  }
}

/** The name of another skill may be the same, which is no use of this one's. */
const ownName = /^name:.*$/m;

/** A word with a hyphen is a name anywhere; another may be prose, unless it is quoted, in code or after a slash. */
const names = /(?<![\w-])\w+(?:-+\w+)+(?![\w-])|(?<=[`"'/])\w+(?=[`"'/])/g;

/** A name after that of a plugin, as in "acme:tides". */
const qualified = /(?<![\w-])\w[\w-]*(?::\w[\w-]*)+/g;

function namesOf(text: string): ReadonlySet<string> {
  return new Set([...(text.match(names) ?? []), ...(text.match(qualified) ?? [])]);
}
