import type { PackedFile } from "../../model/archive.ts";
import { once } from "../../core/once.ts";
import type { SkillSource } from "../../model/source.ts";
import { openMemory } from "../../model/memory-source.ts";
import { skillRules } from "../../rules/lists/skill-rules.ts";
import { examineSkill, type Examination, type Examined } from "../../lint/examine-skill.ts";
import { vocabularyOf } from "../../lint/vocabulary-of.ts";

const vocabulary = once(() => vocabularyOf(skillRules));

/** Holds the files of a skill against the targets, and reads them as far as its inventory needs. */
export function examinePacked(
  name: string,
  files: readonly PackedFile[],
  label: string,
  targets: Examination["targets"],
): Examined {
  return examineSkill(openPacked(name, files, label), {
    targets,
    rules: skillRules,
    vocabulary: vocabulary(),
  });
}

/** As in memory, with the right to run files that an archive keeps. */
export function openPacked(name: string, files: readonly PackedFile[], label: string): SkillSource {
  const memory = openMemory(name, Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])), label);
  const executable = new Set(files.filter((file) => file.executable).map(({ path }) => path));
  const list: SkillSource["list"] = () => {
    const { entries, unread } = memory.list();
    return {
      entries: entries.map((entry) => (executable.has(entry.path) ? { ...entry, executable: true } : entry)),
      unread,
    };
  };
  return { ...memory, list };
}
