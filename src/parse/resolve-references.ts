import type { Reference } from "../model/body.ts";
import type { ResolvedReference } from "../model/skill.ts";
import type { FileEntry } from "../model/source.ts";
import { nextPath } from "./body/paths.ts";
import { mayLink } from "./body/may-link.ts";
import { fold, indexOf, type PathIndex } from "./path-index.ts";

type Outcome = ResolvedReference["resolution"];

const absolute = /^(?:\/|\\|~(?:\/|$)|\$HOME\/|[A-Za-z]:(?:[\\/]|$)|file:)/i;
const unnormalized = /(?:^|\/)(?:\.{0,2}(?:\/|$))/;

/**
 * Directories in a skill that the specification and its examples use. A deeper path that starts with none of them
 * belongs to the project.
 */
const conventional: ReadonlySet<string> = new Set(["scripts", "references", "assets"]);

/**
 * Resolves references against the skill's listing. A path may be relative to the skill's root, as in the
 * specification, or to the directory of its file, as in Markdown. A missing path in code is dropped unless its first
 * directory exists in the skill: it may be a path in the user's project, or an example.
 */
export function resolveReferences(
  from: string,
  references: readonly Reference[],
  files: readonly FileEntry[],
): ResolvedReference[] {
  const resolved: ResolvedReference[] = [];
  if (references.length === 0) return resolved;
  const index = indexOf(files);
  const directory = directoryOf(from);
  for (const reference of references) {
    const resolution = resolve(directory, reference, index);
    // A path in plain text is only a mention unless its file is missing.
    if (resolution && !(reference.kind === "text" && resolution.status === "found"))
      resolved.push({ from, reference, resolution });
  }
  return resolved;
}

/**
 * Whether a text may contain references that can be resolved. Almost half of all skills refer to no file, or only to
 * the user's files in code.
 */
export function mayRefer(from: string, text: string, files: readonly FileEntry[]): boolean {
  if (mayLink(text)) return true;
  const directory = directoryOf(from);
  for (let path = nextPath(text, 0); path; path = nextPath(text, path.next)) {
    const { target, rooted } = path;
    if (resolve(directory, { kind: "code-span", target, rooted }, indexOf(files))) return true;
  }
  return false;
}

type Tried = Pick<Reference, "kind" | "target"> & {
  readonly [Key in "doubtful" | "placeholder" | "rooted"]?: Reference[Key] | undefined;
};

/** Extensions of instructions and code, which a skill provides. Other files may be created when the skill is used. */
const instructs = /\.(?:mdx?|py|sh|bash|[cm]?[jt]s|rb|ps1)$/i;

function resolve(
  directory: string,
  { kind, target, doubtful, placeholder, rooted }: Tried,
  index: PathIndex,
): Outcome | undefined {
  const inCode = kind === "code-span" || kind === "fence" || kind === "text";
  if (absolute.test(target))
    return placeholder || (inCode && (doubtful || !endsInside(target, index)))
      ? undefined
      : { status: "absolute" };
  if (rooted && directory !== "") return resolve("", { kind, target, rooted, placeholder }, index);
  const beside = normalize(directory, target);
  const below = directory === "" ? undefined : normalize("", target);
  if (beside !== undefined && index.exact.has(beside))
    return found(beside, target.startsWith(".") ? undefined : below, index);
  if (below !== undefined && index.exact.has(below)) return { status: "found", path: below };
  if (placeholder) return undefined;
  const path = beside ?? below;
  if (path === undefined) return kind === "fence" || (inCode && doubtful) ? undefined : { status: "escapes" };
  const folded = inOtherCase(beside, index) ?? inOtherCase(below, index);
  if (folded !== undefined) return { status: "wrong-case", path: folded };
  if (inCode && !(rooted ? instructs.test(path) : !doubtful && ownDirectory(target, index))) return undefined;
  const near = index.nearest(path);
  return near === undefined ? { status: "missing" } : { status: "missing", nearest: near };
}

/**
 * Whether a path that continues after a client's skills directory and the skill's name is a file of the skill. If it
 * does not exist, the skill may write it.
 */
function endsInside(target: string, { exact }: PathIndex): boolean {
  const inner = target.split("/skills/").at(-1)!.replace(/\/$/, "").split("/");
  return inner.some((_, from) => from > 0 && isOwn(inner.slice(from).join("/"), exact));
}

/** Every skill has a SKILL.md. */
function isOwn(path: string, exact: ReadonlySet<string>): boolean {
  return path !== "SKILL.md" && exact.has(path);
}

/** A path with leading dots is relative to the file that contains it. */
function found(path: string, below: string | undefined, { exact }: PathIndex): Outcome {
  return below !== undefined && below !== path && exact.has(below)
    ? { status: "found", path, other: below }
    : { status: "found", path };
}

function inOtherCase(path: string | undefined, index: PathIndex): string | undefined {
  return path === undefined ? undefined : index.folded().get(fold(path));
}

function ownDirectory(target: string, index: PathIndex): boolean {
  const [first = "", ...rest] = target.replace(/^(?:\.\/)+/, "").split("/");
  return index.directories.has(first) ? rest.length > 0 : conventional.has(first) && rest.length === 1;
}

function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The path relative to the skill's root; "" for the root itself, and undefined if ".." leaves the root. */
function normalize(base: string, target: string): string | undefined {
  if (!unnormalized.test(target)) return base === "" ? target : `${base}/${target}`;
  const segments = base === "" ? [] : base.split("/");
  for (const segment of target.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/");
}
