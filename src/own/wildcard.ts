import type { AllowList } from "../model/own-rule.ts";

/** Whether a name matches one of the patterns, in which "*" matches any characters; case does not matter. */
export function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const compiled = patterns.map((pattern) => pattern.toLowerCase().split("*"));
  return (name) => {
    const lower = name.toLowerCase();
    return compiled.some((parts) => covers(parts, lower));
  };
}

/**
 * Whether a list allows a name of the inventory: it is not denied, and is allowed if the list says what is. A tool is
 * also known by what is before its parentheses, such as "Bash" of "Bash(git:*)", a package by its name without version
 * and extras, and a host without its port. A program is also denied, but not allowed, by its name without directories.
 */
export function allowance({ allow, deny = [] }: AllowList, list: string): (name: string) => boolean {
  const [allows, denies] = [allow && nameMatcher(allow), nameMatcher(deny)];
  return (name) => {
    const bare = bareName(name, list);
    const names = [name, bare, deniedName(bare, list)];
    return !names.some(denies) && (!allows || allows(name) || allows(bare));
  };
}

function bareName(name: string, list: string): string {
  if (list === "tools") return name.replace(/\(.*$/s, "");
  if (list === "hosts") return name.replace(/:\d+$/, "");
  return list === "packages" ? name.replace(/(?<=.)[@\s[=<>!~][^]*$/, "") : name;
}

/** What also denies a name: PyPI takes "a_b" for "a-b", which other registries do not, and any directory may hold sudo. */
function deniedName(bare: string, list: string): string {
  if (list === "packages") return bare.replaceAll("_", "-");
  return list === "programs" ? bare.slice(Math.max(bare.lastIndexOf("/"), bare.lastIndexOf("\\")) + 1) : bare;
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
