import path, { type PlatformPath } from "node:path";

/** The user's path for messages: with "/", without one at the end, and "." for the working directory. */
export function toLabel(written: string, platform: PlatformPath = path): string {
  const forward = platform.sep === "\\" ? written.replaceAll("\\", "/") : written;
  const bare = forward.slice(0, endWithoutSlashes(forward));
  if (bare === "") return forward === "" ? "." : "/";
  return /^[a-z]:$/i.test(bare) && bare !== forward && platform.sep === "\\" ? `${bare}/` : bare;
}

/** The label of the parent of the named path. */
export function parentLabel(written: string, platform: PlatformPath = path): string {
  return toLabel(platform.dirname(written), platform);
}

/** The path on this machine of a path from a skill's root, which uses "/". */
export function toNativePath(root: string, file: string, platform: PlatformPath = path): string {
  return platform.join(root, ...file.split("/"));
}

/** The path of an entry in a directory. */
export function joinNative(directory: string, name: string): string {
  return directory.endsWith(path.sep) ? directory + name : directory + path.sep + name;
}

/**
 * The path from a root to something inside it, with "/"; undefined if it is outside. The root itself is "".
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

/**
 * A loop, because a pattern such as /\/+$/ is quadratic on a long run of slashes that is followed by
 * something else.
 */
function endWithoutSlashes(text: string): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === "/") end--;
  return end;
}
