import { trimEnd } from "../core/trim-end.ts";

/** Where a text has a name as one whole word or one step of a path, and what of the path stands around it. */
export interface NamedPath {
  readonly start: number;
  readonly end: number;
  /** Up to the name, as it is written: "../", ".claude/skills/"; empty where the name comes first. */
  readonly before: string;
  /** From the name on: "/", "/scripts/a.py"; empty where the name comes last. */
  readonly behind: string;
  /** It is part of an address of the web. */
  readonly remote: boolean;
}

/** Longer words are no paths. */
const longest = 512;

/** As they may stand in a path's step before or behind the name, variables of shells and braces of templates included. */
const inPath = /[\w.+@~$%{}/-]/;

/** What goes on with a name, so that it is another one. */
const inName = /[\w+@-]/;

/** Every place where the name stands, as it is or as links write it, in the order of the text. */
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
  // A dot ends a sentence, or begins an ending: "pdf.md" is another name.
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
  // So some clients are told to read a file into the prompt.
  const before = written.replace(/^@/, "");
  return {
    before,
    behind: trimEnd(text.slice(end, to), "."),
    remote: before.startsWith("//") && text[from - 1] === ":",
  };
}
