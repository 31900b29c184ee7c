import type { FileChange } from "../../model/file-change.ts";
import type { Fix, Operation } from "../../model/rule.ts";
import type { FixLevel } from "../../lint/fix.ts";
import { emptyMemory } from "../../run/memory.ts";
import { lintUnwritten } from "../lint/lint.ts";
import type { EditorProject } from "./project.ts";
import type { LiveSource } from "./live-source.ts";

/** Whether an editor can make a fix: none sets the mode of a file, and not all rename files. */
export function isEditable({ operations }: Fix, canRename: boolean): boolean {
  return operations.every(({ kind }: Operation) => kind === "edit" || (canRename && kind !== "chmod"));
}

/** Which fixes to make. */
export interface FixChoice {
  readonly level: FixLevel;
  /** Absent for the fixes of all rules. */
  readonly rule?: string;
}

/** What `lint --fix` would change in a skill as the editor shows it. */
export async function fixesOf(
  project: EditorProject,
  source: LiveSource,
  { level, rule }: FixChoice,
): Promise<readonly FileChange[]> {
  const { changes } = await lintUnwritten(
    { ...project.options(), partOnly: true, fix: level, ...(rule !== undefined && { fixRules: [rule] }) },
    { ...emptyMemory(), selected: { sources: [source], inScope: project.skills(), unread: [] } },
  );
  return changes;
}
