import { trimEnd } from "../core/trim-end.ts";
import { directoryOf } from "./targets.ts";
import type { NamedPath } from "./named-paths.ts";

/** What can be known of the disk; paths are from the project's directory, with "/". */
export interface SkillGround {
  /** Of the skill's directory. */
  readonly name: string;
  /** What stands at a path: the skill's own directory, by whatever link, or something else; undefined for nothing. */
  lookUp(path: string): "skill" | "other" | undefined;
  /** Whether the skill has a file or directory at a path from its root. */
  holds(inner: string): boolean;
}

/** The text that a path stands in. */
export interface Standpoint {
  readonly file: string;
  /** It is one of the skill's own. */
  readonly own: boolean;
}

/** Where clients install skills: `.claude/skills/`, below a home directory or a project; or `/mnt/skills/user/`. */
const installed =
  /^(?:(?:~|\$HOME|\$\{HOME\})\/|\.\/)?\.(?:config\/)?[a-z][a-z-]{1,20}\/skills\/$|^\/mnt\/skills\/[\w-]+\/$/;

/** "perhaps": nothing tells. */
export type Leading = "to-skill" | "elsewhere" | "perhaps";

/**
 * Whether a path leads to the skill, or to another thing of its name: counted from the file's directory or from any above it, up to the project's, as
 * documents, manifests and patterns count; or behind a client's directory of skills. A name alone is none, unless it is a link's target.
 */
export function whereLeads(
  { before, behind, remote }: NamedPath,
  { file, own }: Standpoint,
  ground: SkillGround,
  isLink: boolean,
): Leading {
  // "/pdf" is a command that people type.
  if (remote || ((before === "" || before === "/") && behind === "" && !isLink)) return "perhaps";
  const rest = innerPath(behind);
  const isHeld = rest === "" || ground.holds(rest);
  for (const base of basesOf(file, before)) {
    const found = lookUpFrom(base, before, ground);
    if (found === "other") return "elsewhere";
    // "pdf/docx" may be two words, and "pdf/" another directory further up.
    if (found === "skill")
      return before !== "" || isLink || (isHeld && (rest !== "" || base === directoryOf(file)))
        ? "to-skill"
        : "perhaps";
  }
  return isHeld && (installed.test(before) || (own && rest !== "" && before !== "")) ? "to-skill" : "perhaps";
}

/** The directory of the file, and those above it; a path from the root can only mean the project's. */
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

/** Where a path leads that counts from a directory, both from the project's; undefined for a way out of that. */
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
