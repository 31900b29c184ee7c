import type { ExecutableFact, FactList } from "../model/inventory.ts";
import type { Skill } from "../model/skill.ts";

const most = 1_000;

/** The executable files by path: those with the executable bit, and all scripts. */
export function executablesOf({ files, scripts }: Skill): FactList<ExecutableFact> {
  const byPath = new Map(scripts.map((script) => [script.file.path, script]));
  const facts = files.flatMap(({ path, kind, executable }): readonly ExecutableFact[] => {
    const script = byPath.get(path);
    if (kind !== "file" || (!executable && !script)) return [];
    const interpreter = script?.shebang?.interpreter;
    return [
      {
        path,
        mode: executable,
        ...(script && { language: script.language }),
        ...(interpreter !== undefined && { interpreter }),
      },
    ];
  });
  return { facts: facts.slice(0, most), omitted: Math.max(0, facts.length - most) };
}
