import type { FileEntry, SkillSource, Unread } from "../model/source.ts";
import { chooseDocument, documentName } from "./document-name.ts";
import { joinLabel } from "./label.ts";
import { reasonOf } from "./unreadable.ts";

/** A skill's listing and the bytes of its SKILL.md, or of the file that was most likely meant to be it. */
export interface LoadedSkill {
  readonly name: string;
  readonly label: string;
  readonly files: readonly FileEntry[];
  readonly unread: readonly Unread[];
  /** Absent where there is no such file, or none that can be read; `unread` has the reason. */
  readonly document?: { readonly file: string; readonly bytes: Uint8Array };
}

/** Lists a skill once and reads its document. Never throws for what the skill holds. */
export function loadSkill(source: SkillSource): LoadedSkill {
  const { name, label } = source;
  const { entries, unread } = source.list();
  const skill = { name, label, files: entries, unread };
  const file = chooseDocument(entries.flatMap(candidate), name);
  if (file === undefined) return skill;
  try {
    return { ...skill, document: { file, bytes: source.read(file) } };
  } catch (error) {
    return { ...skill, unread: [...unread, { path: file, reason: reasonOf(error, joinLabel(label, file)) }] };
  }
}

/** A directory may be meant as SKILL.md only when it is called exactly that. */
function candidate({ path, kind }: FileEntry): readonly string[] {
  return path.includes("/") || (kind === "directory" && path !== documentName) ? [] : [path];
}
