import path, { type PlatformPath } from "node:path";

/** The user's path in the form for messages: with "/", without a trailing one, and "." for the working directory. */
export function toLabel(written: string, platform: PlatformPath = path): string {
  const forward = platform.sep === "\\" ? written.replaceAll("\\", "/") : written;
  const bare = forward.slice(0, endWithoutSlashes(forward));
  if (bare === "") return forward === "" ? "." : "/";
  return /^[a-z]:$/i.test(bare) && bare !== forward && platform.sep === "\\" ? `${bare}/` : bare;
}

/** The label of the parent directory of a path. */
export function parentLabel(written: string, platform: PlatformPath = path): string {
  return toLabel(platform.dirname(written), platform);
}

/** The path on this machine for a path that is relative to a skill's root and uses "/". */
export function toNativePath(root: string, file: string, platform: PlatformPath = path): string {
  return platform.join(root, ...file.split("/"));
}

/** The path of an entry in a directory. */
export function joinNative(directory: string, name: string): string {
  return directory.endsWith(path.sep) ? directory + name : directory + path.sep + name;
}

/** As `path.dirname`, which takes much longer, for an absolute path that does not end with a separator. */
export function directoryAbove(absolute: string): string {
  const end = path.sep === "/" ? absolute.lastIndexOf("/") : 0;
  return end > 0 ? absolute.slice(0, end) : path.dirname(absolute);
}

/**
 * The path of something inside a root, relative to it and with "/"; undefined if it is outside. The path of the root
 * itself is "".
 */
export function toInnerPath(
  root: string,
  absolute: string,
  platform: PlatformPath = path,
): string | undefined {
  const relative = platform.relative(root, absolute);
  // On Windows the path to another drive is absolute.
  if (relative === ".." || relative.startsWith(`..${platform.sep}`) || platform.isAbsolute(relative))
    return undefined;
  return relative.split(platform.sep).join("/");
}

/** Uses a loop, as a pattern such as /\/+$/ is quadratic for a long run of slashes that is followed by other text. */
function endWithoutSlashes(text: string): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === "/") end--;
  return end;
}
