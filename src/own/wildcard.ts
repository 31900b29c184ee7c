/** Whether a name matches one of the patterns, in which "*" matches any characters; case does not matter. */
export function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const compiled = patterns.map((pattern) => pattern.toLowerCase().split("*"));
  return (name) => {
    const lower = name.toLowerCase();
    return compiled.some((parts) => covers(parts, lower));
  };
}

/** Finds the parts one after the other, each as early as possible, which is enough where "*" is all there is. */
function covers([first = "", ...rest]: readonly string[], name: string): boolean {
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  const end = name.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
