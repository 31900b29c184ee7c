import type { ChosenFix, UnappliedFix } from "../model/chosen-fix.ts";
import type { Diagnostic } from "../model/report.ts";
import type { Fix, Operation } from "../model/rule.ts";
import { applyEdits, claim, type Claims, type Edit } from "./fix-edits.ts";

/** Which fixes may be applied: only those that never change what a skill means, or all. */
export type FixLevel = "safe" | "unsafe";

/** The parts of a skill that fixes can change. Paths are relative to the skill's root, with "/". */
export interface FixableSkill {
  /** All listed paths; no file can be renamed to one of these. */
  readonly paths: ReadonlySet<string>;
  /** The regular files, which can be renamed and made executable. */
  readonly files: ReadonlySet<string>;
  /** Contents of the files that were read and are valid UTF-8, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The changes to make, in this order: write the texts, set the modes, rename. */
export interface FixPlan {
  /** The new text of each file that changes. */
  readonly texts: ReadonlyMap<string, string>;
  readonly chmods: readonly Extract<Operation, { kind: "chmod" }>[];
  readonly renames: readonly Extract<Operation, { kind: "rename" }>[];
  readonly applied: readonly ChosenFix[];
  readonly unapplied: readonly UnappliedFix[];
}

/**
 * Chooses compatible fixes; of those that overlap, the first. The fixes of one diagnostic are alternatives: the first
 * one that can be applied is chosen. All other bytes remain unchanged.
 */
export function planFixes(skill: FixableSkill, diagnostics: readonly Diagnostic[], level: FixLevel): FixPlan {
  const claims: Claims = new Map();
  const chosen: Operation[] = [];
  const applied: ChosenFix[] = [];
  const unapplied: UnappliedFix[] = [];
  for (const { ruleId, file, fixes } of diagnostics) {
    const passed: UnappliedFix[] = [];
    const fix = fixes.find((each) => {
      const reason =
        objection(skill, each, level) ?? (claim(claims, each.operations) ? undefined : "overlap");
      if (reason) passed.push({ ruleId, file, title: each.title, reason });
      return reason === undefined;
    });
    if (!fix) unapplied.push(...passed);
    else {
      chosen.push(...fix.operations);
      applied.push({ ruleId, file, title: fix.title });
    }
  }
  return {
    texts: editedTexts(skill, chosen),
    chmods: chosen.filter(isChmod),
    renames: chosen.filter(isRename),
    applied,
    unapplied,
  };
}

function objection(
  skill: FixableSkill,
  { safe, operations }: Fix,
  level: FixLevel,
): UnappliedFix["reason"] | undefined {
  if (
    !operations.every((operation) => isPossible(skill, operation)) ||
    !operations.some((operation) => changesAnything(skill, operation))
  )
    return "impossible";
  return safe || level === "unsafe" ? undefined : "unsafe";
}

function isPossible({ files, paths, texts }: FixableSkill, operation: Operation): boolean {
  if (operation.kind === "rename-directory") return false;
  if (operation.kind === "chmod") return files.has(operation.file);
  if (operation.kind === "rename")
    return (
      files.has(operation.from) &&
      !paths.has(operation.to) &&
      folderOf(operation.from) === folderOf(operation.to) &&
      !/(?:^|\/)\.{0,2}$|[\\\0]/.test(operation.to)
    );
  const text = texts.get(operation.file);
  const { start, end } = operation.range;
  return (
    text !== undefined &&
    start.offset >= 0 &&
    start.offset <= end.offset &&
    end.offset <= text.length &&
    !splitsPair(text, start.offset) &&
    !splitsPair(text, end.offset) &&
    operation.text.isWellFormed()
  );
}

/** Whether an operation has an effect: a fix without one would be applied forever. */
function changesAnything({ texts }: FixableSkill, operation: Operation): boolean {
  return (
    operation.kind !== "edit" ||
    texts.get(operation.file)?.slice(operation.range.start.offset, operation.range.end.offset) !==
      operation.text
  );
}

function splitsPair(text: string, offset: number): boolean {
  return (text.charCodeAt(offset) & 0xfc00) === 0xdc00 && (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function editedTexts({ texts }: FixableSkill, operations: readonly Operation[]): Map<string, string> {
  const edits = new Map<string, Edit[]>();
  for (const operation of operations) {
    if (operation.kind !== "edit") continue;
    const { file, range, text } = operation;
    const edit = { start: range.start.offset, end: range.end.offset, text };
    const known = edits.get(file);
    if (known) known.push(edit);
    else edits.set(file, [edit]);
  }
  return new Map(Array.from(edits, ([file, of]) => [file, applyEdits(texts.get(file) ?? "", of)]));
}

function isChmod(operation: Operation): operation is Extract<Operation, { kind: "chmod" }> {
  return operation.kind === "chmod";
}

function isRename(operation: Operation): operation is Extract<Operation, { kind: "rename" }> {
  return operation.kind === "rename";
}
