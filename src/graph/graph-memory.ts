import { once } from "../core/once.ts";
import type { FileEntry } from "../model/source.ts";
import type { TextFile } from "../model/text-file.ts";
import { fold } from "../parse/path-index.ts";
import { directoriesIn, type Mention, namesIn } from "./scan-mentions.ts";
import { readSpans, shortPathsIn, type Spans } from "./scan-spans.ts";
import { directoryOf, type Targets, targetsOf } from "./targets.ts";

/**
 * What was found in the texts of the skill whose graph was built last, for the next graph of it: in an editor, one file
 * of many changes. It holds as long as no file is added, removed or renamed.
 */
export interface GraphMemory {
  /** The targets of a skill's files: the same object as for the last skill if it has the same files. */
  readonly targets: (skill: string, entries: readonly FileEntry[]) => Targets;
  /** What a file mentions; `text` is its text as it is searched. */
  readonly mentions: (file: TextFile, text: string, targets: Targets) => Mentions;
}

/** The files and directories that a text mentions, each once. */
export interface Mentions {
  readonly names: () => Iterable<Mentioned>;
  readonly spans: () => Spans;
  readonly shortPaths: () => Iterable<Mentioned>;
  readonly directories: () => Iterable<Mentioned>;
}

type Mentioned = Pick<Mention, "path">;

interface Known {
  readonly targets: Targets;
  readonly mentions: Mentions;
}

/** Remembers one skill; it forgets what belongs to texts that are no longer in use. */
export function openGraphMemory(): GraphMemory {
  let last: { readonly skill: string; readonly targets: Targets } | undefined;
  const found = new WeakMap<TextFile, Known>();
  return {
    targets: (skill, entries) => {
      const targets = targetsOf(skill, entries);
      if (last?.skill === skill && haveSamePaths(last.targets, targets)) return last.targets;
      last = { skill, targets };
      return targets;
    },
    mentions: (file, text, targets) => {
      const known = found.get(file);
      if (known?.targets === targets) return known.mentions;
      const mentions = mentionsIn(file, text, targets);
      found.set(file, { targets, mentions });
      return mentions;
    },
  };
}

function mentionsIn(file: TextFile, text: string, targets: Targets): Mentions {
  const here = fold(directoryOf(file.path));
  return {
    names: once(() => eachOnce(namesIn(text, here, targets, targets.nameEnds))),
    spans: once(() => readSpans(file.source.text, targets)),
    shortPaths: once(() => eachOnce(shortPathsIn(file.source.text, targets))),
    directories: once(() => eachOnce(directoriesIn(text, here, targets))),
  };
}

function eachOnce(mentions: Iterable<Mention>): readonly Mentioned[] {
  return Array.from(new Set(Array.from(mentions, ({ path }) => path)), (path) => ({ path }));
}

function haveSamePaths({ files: one }: Targets, { files: other }: Targets): boolean {
  return one.length === other.length && one.every(({ path }, at) => path === other[at]!.path);
}
