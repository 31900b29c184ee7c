/** A path with "/" without its last segment; "" for a path at the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/**
 * The path of a target that is relative to a directory, both with "/". A ".." that goes above the start remains at
 * the beginning.
 */
export function joinPath(directory: string, target: string): string {
  const segments: string[] = [];
  for (const segment of `${directory}/${target}`.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && segments.length > 0 && segments.at(-1) !== "..") segments.pop();
    else segments.push(segment);
  }
  return segments.join("/");
}

/**
 * The absolute path of a target with "/"; a relative one starts in the directory. As in POSIX, a ".." in the root has
 * no effect.
 */
export function resolveAbsolute(directory: string, target: string): string {
  const segments: string[] = [];
  for (const segment of (target.startsWith("/") ? target : `${directory}/${target}`).split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/** Whether a path is a directory or something below it; both are normalized. */
export function isIn(path: string, directory: string): boolean {
  return (
    path.startsWith(directory) &&
    (path.length === directory.length || path.charCodeAt(directory.length) === slash)
  );
}

const slash = 0x2f;

const extension = /\.(?:md|markdown|mdx)$/i;

/** Whether a file has an extension of Markdown. */
export function isMarkdown(path: string): boolean {
  return extension.test(path);
}

/** Invisible characters that HFS+ ignores in names: is_hfs_dotgit in git's utf8.c. */
const unseen = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether any file system treats the name as ".git": ignoring case, with a suffix that NTFS drops or as its NTFS short
 * name (is_ntfs_dotgit in git's path.c), or with characters that HFS+ ignores.
 */
export function isGitName(name: string): boolean {
  return /^(?:\.git|git~\d+)[. ]*(?::[^]*)?$/i.test(name.replace(unseen, ""));
}

/**
 * Whether `isGitName` accepts a segment of the path. Git reads the files below it as its configuration and may run
 * programs that they name.
 */
export function leadsIntoGit(path: string): boolean {
  return path.split(/[\\/]/).some(isGitName);
}

/** The label of an entry in the directory with this label. */
export function joinLabel(label: string, name: string): string {
  if (label === ".") return name;
  return label.endsWith("/") ? label + name : `${label}/${name}`;
}

/** Whether a directory can have this name. */
export function isDirectoryName(name: string): boolean {
  return !/^\.{0,2}$|[/\0]/.test(name);
}
