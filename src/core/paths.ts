/** Of a path with "/", all but its last segment; "" for what lies at the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

const extension = /\.(?:md|markdown|mdx)$/i;

/** Whether a file is Markdown, as far as its name tells. */
export function isMarkdown(path: string): boolean {
  return extension.test(path);
}

/** Not seen, and not kept by HFS+: is_hfs_dotgit in git's utf8.c. */
const unseen = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Whether some file system takes the name for ".git": in any case, with what NTFS drops from its end or as its short name there (is_ntfs_dotgit in git's path.c), with what HFS+ does not see. */
export function isGitName(name: string): boolean {
  return /^(?:\.git|git~\d+)[. ]*(?::[^]*)?$/i.test(name.replace(unseen, ""));
}

/** Whether a step of the path is such a name: what stands below it git obeys, and it may run programs. */
export function leadsIntoGit(path: string): boolean {
  return path.split(/[\\/]/).some(isGitName);
}

/** The label of what stands in the directory with this label. */
export function joinLabel(label: string, name: string): string {
  if (label === ".") return name;
  return label.endsWith("/") ? label + name : `${label}/${name}`;
}
