/**
 * A path that a program cannot run without.
 * @param {string | undefined} path
 * @param {string} usage
 */
export function required(path, usage) {
  if (!path) throw new Error(`usage: node bench/${usage}`);
  return path;
}
