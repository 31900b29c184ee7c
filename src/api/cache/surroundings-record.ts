import type { FileEntry, SkillSource } from "../../model/source.ts";
import type { Surroundings } from "../../find/surroundings.ts";
import { type BesideRecord, isBesideSame, recordBeside } from "./beside-record.ts";
import { answerOf, type Asked } from "./noted-context.ts";

/** Everything that a run asked about the surroundings of skills, and the answers: plain data. */
export interface SurroundingsRecord {
  readonly contexts: readonly AskedContext[];
  readonly beside: BesideRecord;
}

/** A question may be about a skill as it would be after fixes, so the modes of its scripts are recorded too. */
type AskedContext = readonly [label: string, scripts: readonly Script[], ...asked: Asked];

type Script = readonly [path: string, executable: boolean];

export function recordSurroundings({
  contextOf,
  namesBeside,
}: Surroundings): Surroundings & { record(): SurroundingsRecord } {
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

function toEntry([path, executable]: Script): FileEntry {
  return { path, kind: "file", size: 0, executable };
}
