import { ArchiveRefused, type FileBytes } from "../../model/archive.ts";
import { SkillsError } from "../../core/errors.ts";
import type { LockedSkill } from "../../model/lock.ts";
import type { LockDifference } from "../../model/reports/verify.ts";
import { manifestName, type FileDifference } from "../../model/manifest.ts";
import { quote } from "../../core/show.ts";
import type { Root } from "../../install/root.ts";
import { contentDigest } from "../../manifest/digest.ts";
import { checkAgainstManifest, type CheckedFiles } from "../archives/checked-files.ts";
import { isSameState, readInstalled, stateOf, withoutTraces } from "./installed-state.ts";

/** The first difference between an installed skill and its lock; undefined if there is none. */
export function compareWithLock(root: Root, name: string, locked: LockedSkill): LockDifference | undefined {
  const difference = (
    kind: LockDifference["kind"],
    message: string,
    more: Partial<LockDifference> = {},
  ): LockDifference => ({ kind, severity: "error", skill: name, message, ...more });
  const shown = quote(name);
  try {
    const { files, others } = readInstalled(root, name);
    const [other] = others;
    if (other)
      return difference(
        "strange",
        `${shown} contains ${quote(other.path)}, which is ${other.kind}, not a regular file`,
        { file: other.path },
      );
    const state = stateOf(files);
    const checked = checkedOrNothing(files);
    const first = checked?.differences.find(({ kind }) => kind !== "mode" || process.platform !== "win32");
    if (state.contentDigest !== locked.contentDigest) {
      const found =
        (checked?.manifest && contentDigest(checked.manifest.resources) === locked.contentDigest
          ? first
          : undefined) ?? traceIn(files, locked);
      const which = found ? `: ${describe(found)}` : "";
      return difference("content", `${shown} does not match the lock${which}`, {
        expected: locked.contentDigest,
        got: state.contentDigest,
        ...(found && { file: found.path }),
      });
    }
    if (!isSameState(state, locked)) {
      const [there, listed] = [new Set(state.executable), new Set(locked.executable)];
      const file = [...there, ...listed].find((path) => there.has(path) !== listed.has(path));
      const may = file !== undefined && there.has(file);
      return difference(
        "mode",
        `${shown}: ${quote(file ?? "")} is ${may ? "" : "not "}executable, but the lock says it is${may ? " not" : ""}`,
        file === undefined ? {} : { file },
      );
    }
    if (!checked)
      return difference("manifest", `${shown} has an unusable ${manifestName}`, {
        file: manifestName,
      });
    return (
      first &&
      difference("manifest", `${shown} matches the lock, but not its ${manifestName}: ${describe(first)}`, {
        file: first.path,
      })
    );
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return difference("unreadable", error.message);
  }
}

/** Whether the only difference is added files that running or viewing the skill creates. */
export function isOnlyUsed(root: Root, name: string, locked: LockedSkill): boolean {
  try {
    const { files, others } = readInstalled(root, name);
    return others.length === 0 && isSameState(stateOf(withoutTraces(files)), locked);
  } catch (error) {
    if (error instanceof SkillsError) return false;
    throw error;
  }
}

/** Undefined for an unusable manifest. */
function checkedOrNothing(files: readonly FileBytes[]): CheckedFiles | undefined {
  try {
    return checkAgainstManifest(files);
  } catch (error) {
    if (error instanceof ArchiveRefused) return undefined;
    throw error;
  }
}

/** The first added file, if all added files were created by running or viewing the skill; undefined otherwise. */
function traceIn(
  files: readonly FileBytes[],
  locked: LockedSkill,
): Pick<FileDifference, "kind" | "path"> | undefined {
  const kept = withoutTraces(files);
  if (kept.length === files.length || stateOf(kept).contentDigest !== locked.contentDigest) return undefined;
  const known = new Set(kept);
  const added = files.find((file) => !known.has(file));
  return added && { kind: "extra", path: added.path };
}

function describe({ kind, path }: Pick<FileDifference, "kind" | "path">): string {
  const words = {
    modified: "was modified",
    "line-endings": "has different line endings",
    mode: "has a different mode",
    missing: "is missing",
    extra: "was added",
  } as const satisfies Record<FileDifference["kind"], string>;
  return `${quote(path)} ${words[kind]}`;
}
