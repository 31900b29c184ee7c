import { trimEnd } from "../core/white-space.ts";
import { directoryOf } from "./targets.ts";
import type { NamedPath } from "./named-paths.ts";

/** Access to the disk; paths are relative to the project's directory, with "/". */
export interface SkillGround {
  /** Path of the skill's directory. */
  readonly name: string;
  /**
   * Whether a path is the skill's directory, possibly through a symlink, or something else; undefined if nothing
   * exists there.
   */
  lookUp(path: string): "skill" | "other" | undefined;
  /** Whether the skill has a file or directory at a path from its root. */
  holds(inner: string): boolean;
}

/** The text that contains the path. */
export interface Standpoint {
  readonly file: string;
  /** Whether the text belongs to the skill. */
  readonly own: boolean;
}

/**
 * Directories into which clients install skills: `.claude/skills/` in a home directory or a project, or
 * `/mnt/skills/user/`.
 */
const installed =
  /^(?:(?:~|\$HOME|\$\{HOME\})\/|\.\/)?\.(?:config\/)?[a-z][a-z-]{1,20}\/skills\/$|^\/mnt\/skills\/[\w-]+\/$/;

/** "perhaps" if it cannot be decided. */
export type Leading = "to-skill" | "elsewhere" | "perhaps";

/**
 * Whether a path points to the skill or to something else with its name. The path may be relative to the file's
 * directory or to any directory above it up to the project's, as in documents, manifests and patterns, or follow a
 * client's skills directory. A bare name counts as a path only if it is the target of a link.
 */
export function whereLeads(
  { before, behind, remote }: NamedPath,
  { file, own }: Standpoint,
  ground: SkillGround,
  isLink: boolean,
): Leading {
  // "/pdf" is a command that users type.
  if (remote || ((before === "" || before === "/") && behind === "" && !isLink)) return "perhaps";
  const rest = innerPath(behind);
  const isHeld = rest === "" || ground.holds(rest);
  for (const base of basesOf(file, before)) {
    const found = lookUpFrom(base, before, ground);
    if (found === "other") return "elsewhere";
    // "pdf/docx" may be two words, and "pdf/" may be a different directory further up.
    if (found === "skill")
      return before !== "" || isLink || (isHeld && (rest !== "" || base === directoryOf(file)))
        ? "to-skill"
        : "perhaps";
  }
  return isHeld && (installed.test(before) || (own && rest !== "" && before !== "")) ? "to-skill" : "perhaps";
}

/** The directory of the file and those above it; an absolute path can only be relative to the project. */
function* basesOf(file: string, before: string): Generator<string> {
  for (let base = before.startsWith("/") ? "" : directoryOf(file); ; base = directoryOf(base)) {
    yield base;
    if (base === "") return;
  }
}

function lookUpFrom(
  base: string,
  before: string,
  { name, lookUp }: SkillGround,
): "skill" | "other" | undefined {
  const directory = pathFrom(base, before);
  return directory === undefined ? undefined : lookUp(directory === "" ? name : `${directory}/${name}`);
}

/** Resolves a path against a directory, both relative to the project; undefined if it leaves the project. */
export function pathFrom(base: string, written: string): string | undefined {
  const steps = base === "" ? [] : base.split("/");
  for (const step of written.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join("/");
}

function innerPath(behind: string): string {
  const inner = trimEnd(behind.replace(/^\/+/, ""), "/");
  try {
    return decodeURIComponent(inner);
  } catch {
    return inner;
  }
}
