/** Of a path with "/", all but its last segment; "" for what lies at the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
