import { existsSync } from "node:fs";
import path from "node:path";
import { documentName } from "../model/document-name.ts";
import { nearestAbove, placeOf } from "../read/there.ts";

/** The nearest directory that contains the file, or is it, and has a SKILL.md; undefined if there is none. */
export function nearestSkill(file: string, cwd: string): string | undefined {
  const hasDocument = (directory: string): string | undefined =>
    existsSync(path.join(directory, documentName)) ? directory : undefined;
  return nearestAbove(hasDocument)(placeOf(file, cwd));
}
