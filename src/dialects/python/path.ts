/** A path as in Python's pathlib: without "." parts and doubled or trailing separators, but with "..". */
export interface PurePath {
  /** Drive and root: "", "/", "//", "C:\\", "\\\\host\\share\\". */
  readonly anchor: string;
  readonly parts: readonly string[];
  readonly separator: "/" | "\\";
}

/** `Path(text)` on POSIX, or on Windows if `windows` is set. */
export function parsePath(text: string, windows = false): PurePath {
  const slashed = windows ? text.replaceAll("/", "\\") : text;
  const separator = windows ? "\\" : "/";
  const anchor = windows ? windowsAnchor(slashed) : posixAnchor(slashed);
  const parts = slashed
    .slice(anchor.length)
    .split(separator)
    .filter((part) => part !== "" && part !== ".");
  // A share is a root even without a separator after it.
  const rooted = anchor.startsWith("\\\\") && !anchor.endsWith("\\") ? `${anchor}\\` : anchor;
  return { anchor: windows ? rooted : anchor.slice(0, anchor.length === 2 ? 2 : 1), parts, separator };
}

/** `str(path)`. */
export function pathText({ anchor, parts, separator }: PurePath): string {
  return anchor + parts.join(separator) || ".";
}

/** `path.name`: empty for "." and for a root. */
export function pathName({ parts }: PurePath): string {
  return parts.at(-1) ?? "";
}

/** `path.parent`. */
export function pathParent(path: PurePath): PurePath {
  return { ...path, parts: path.parts.slice(0, -1) };
}

/** On POSIX, exactly two slashes are a distinct root; three or more count as one. */
function posixAnchor(text: string): string {
  return /^\/*/.exec(text)![0];
}

function windowsAnchor(text: string): string {
  return /^(?:\\\\[^\\]+\\[^\\]+\\?|[A-Za-z]:\\?|\\)?/.exec(text)![0];
}
