import type { Reference } from "../core/body.ts";
import type { ResolvedReference } from "../core/skill.ts";
import type { FileEntry } from "../core/source.ts";
import { fold, indexOf, type PathIndex } from "./path-index.ts";

type Outcome = ResolvedReference["outcome"];

const absolute = /^(?:\/|\\|~(?:\/|$)|\$HOME\/|[A-Za-z]:(?:[\\/]|$)|file:)/i;

/** Directories that the specification and its examples give a skill. */
const conventional: ReadonlySet<string> = new Set(["scripts", "references", "assets"]);

/**
 * Holds references against the skill's listing. A path counts from the directory of the file it stands in, or from the skill's
 * root: the specification says the root, Markdown the file. What is only named in code and is not there is left out, unless
 * its first directory is one of the skill's own: it may well be a path of the user's project.
 */
export function resolveReferences(from: string, references: readonly Reference[], files: readonly FileEntry[]): ResolvedReference[] {
  const index = indexOf(files);
  return references.flatMap((reference) => {
    const outcome = resolve(from, reference, index);
    return outcome ? [{ from, reference, outcome }] : [];
  });
}

function resolve(from: string, { kind, target }: Reference, index: PathIndex): Outcome | undefined {
  if (absolute.test(target)) return { status: "absolute" };
  const inCode = kind === "code-span" || kind === "fence";
  const bases = [directoryOf(from), ""];
  const paths = bases.map((base) => normalize(base, target)).filter((path) => path !== undefined);
  const found = paths.find((path) => index.exact.has(path));
  if (found !== undefined) return { status: "found", path: found };
  const folded = paths.map((path) => index.folded().get(fold(path))).find((path) => path !== undefined);
  if (folded !== undefined) return { status: "wrong-case", path: folded };
  if (paths.length === 0) return inCode ? undefined : { status: "escapes" };
  if (inCode && !ownDirectory(target, index)) return undefined;
  const near = index.nearest(paths[0] ?? target);
  return near === undefined ? { status: "missing" } : { status: "missing", nearest: near };
}

function ownDirectory(target: string, index: PathIndex): boolean {
  const [first = "", ...rest] = target.replace(/^(?:\.\/)+/, "").split("/");
  return rest.length > 0 && (conventional.has(first) || index.directories.has(first));
}

function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The path from the skill's root; undefined where ".." leads out of it. The root itself is "". */
function normalize(base: string, target: string): string | undefined {
  const segments = base === "" ? [] : base.split("/");
  for (const segment of target.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/");
}
