import { existsSync } from "node:fs";
import path from "node:path";
import type { SkillSource } from "../model/source.ts";
import { openDirectory } from "../read/directory.ts";
import { documentName } from "../model/document-name.ts";
import { parentLabel } from "../read/label.ts";

/** The innermost skill that contains a file; undefined if none does. */
export function enclosingSkill(absolute: string, label: string): SkillSource | undefined {
  const directory = path.dirname(absolute);
  if (directory === absolute) return undefined;
  const above = parentLabel(label);
  return existsSync(path.join(directory, documentName))
    ? openDirectory(directory, above)
    : enclosingSkill(directory, above);
}
