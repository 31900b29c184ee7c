import { trimEnd } from "../core/white-space.ts";

/** An occurrence of a name as a whole word or as a segment of a path, with the rest of the path. */
export interface NamedPath {
  readonly start: number;
  readonly end: number;
  /** The path before the name as written, such as "../" or ".claude/skills/"; empty if the name comes first. */
  readonly before: string;
  /** The path after the name, such as "/" or "/scripts/a.py"; empty if the name comes last. */
  readonly behind: string;
  /** Whether the path is part of a URL. */
  readonly remote: boolean;
}

/** Longer words are not treated as paths. */
const longest = 512;

/** Characters of a path segment around the name, including shell variables and template braces. */
const inPath = /[\w.+@~$%{}/-]/;

/** A name next to one of these characters is part of a longer name. */
const inName = /[\w+@-]/;

/** Every occurrence of the name, as is or encoded as in links, in text order. */
export function namedPaths(text: string, name: string): readonly NamedPath[] {
  const spellings = new Set([name, encodeURIComponent(name)]);
  return Array.from(spellings)
    .flatMap((spelling) => placesOf(text, spelling))
    .sort((a, b) => a.start - b.start);
}

function placesOf(text: string, spelling: string): readonly NamedPath[] {
  const found: NamedPath[] = [];
  for (let at = text.indexOf(spelling); at !== -1; at = text.indexOf(spelling, at + spelling.length)) {
    const end = at + spelling.length;
    if (isWhole(text, at, end)) found.push({ start: at, end, ...surroundings(text, at, end) });
  }
  return found;
}

function isWhole(text: string, start: number, end: number): boolean {
  const [before, behind, next] = [text[start - 1] ?? "", text[end] ?? "", text[end + 1] ?? ""];
  if (before === "." || inName.test(before) || inName.test(behind)) return false;
  // A dot may end a sentence. If it starts an extension, as in "pdf.md", the name is a different one.
  return behind !== "." || !inName.test(next);
}

function surroundings(
  text: string,
  start: number,
  end: number,
): Pick<NamedPath, "before" | "behind" | "remote"> {
  let from = start;
  if (text[start - 1] === "/")
    while (from > 0 && start - from < longest && inPath.test(text[from - 1]!)) from--;
  let to = end;
  if (text[end] === "/") while (to < text.length && to - end < longest && inPath.test(text[to]!)) to++;
  const written = text.slice(from, start);
  // Some clients use this syntax to include a file in the prompt.
  const before = written.replace(/^@/, "");
  return {
    before,
    behind: trimEnd(text.slice(end, to), "."),
    remote: before.startsWith("//") && text[from - 1] === ":",
  };
}
