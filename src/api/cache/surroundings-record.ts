import type { ContextReader } from "../../model/skill.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import { besideFinder } from "../../read/skills-beside.ts";
import { contextReader } from "../../read/surroundings.ts";
import { answerOf, type Asked } from "./noted-context.ts";

/** What a run reads of the surroundings of skills. */
export interface Surroundings {
  readonly contextOf: ContextReader;
  /** Returns the names of the skills next to one. */
  readonly namesBeside: (directory: string) => ReadonlySet<string>;
}

/** By directory of a skill, the names of the skills next to it: plain data. */
export type BesideRecord = readonly (readonly [directory: string, names: readonly string[]])[];

/** Everything that a run asked about the surroundings of skills, and the answers: plain data. */
export interface SurroundingsRecord {
  readonly contexts: readonly AskedContext[];
  readonly beside: BesideRecord;
}

/** A question may be about a skill as it would be after fixes, so the modes of its scripts are recorded too. */
type AskedContext = readonly [label: string, scripts: readonly Script[], ...asked: Asked];

type Script = readonly [path: string, executable: boolean];

interface Recording<Kept> extends Surroundings {
  record(): Kept;
}

export function openSurroundings(): Surroundings {
  return { contextOf: contextReader(), namesBeside: besideFinder() };
}

export function recordSurroundings({ contextOf, namesBeside }: Surroundings): Recording<SurroundingsRecord> {
  const contexts = new Map<string, AskedContext>();
  const beside = recordBeside(namesBeside);
  return {
    contextOf: (source, files, needs) => {
      const context = contextOf(source, files, needs);
      const scripts = scriptsIn(files, needs.scripts);
      contexts.set(JSON.stringify([source.label, scripts, needs]), [
        source.label,
        scripts,
        needs,
        answerOf(context),
      ]);
      return context;
    },
    namesBeside: beside.namesBeside,
    record: () => ({ contexts: Array.from(contexts.values()), beside: beside.record() }),
  };
}

/** The listed modes of the scripts, on which a context depends. */
function scriptsIn(files: readonly FileEntry[], scripts: readonly string[]): readonly Script[] {
  if (scripts.length === 0) return [];
  const wanted = new Set(scripts);
  return files.flatMap(({ path, executable }) => (wanted.has(path) ? [[path, executable] as const] : []));
}

export function recordBeside(
  namesBeside: Surroundings["namesBeside"],
): Pick<Recording<BesideRecord>, "namesBeside" | "record"> {
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

/** Whether every question has the same answer now. */
export function isAnsweredSame(
  { contexts, beside }: SurroundingsRecord,
  { contextOf, namesBeside }: Surroundings,
  sourceOf: (label: string) => SkillSource | undefined,
): boolean {
  return (
    isBesideSame(beside, namesBeside) &&
    contexts.every(([label, scripts, needs, answer]) => {
      const source = sourceOf(label);
      return source !== undefined && answerOf(contextOf(source, scripts.map(toEntry), needs)) === answer;
    })
  );
}

export function isBesideSame(beside: BesideRecord, namesBeside: Surroundings["namesBeside"]): boolean {
  return beside.every(
    ([directory, names]) => Array.from(namesBeside(directory)).join("/") === names.join("/"),
  );
}

function toEntry([path, executable]: Script): FileEntry {
  return { path, kind: "file", size: 0, executable };
}
