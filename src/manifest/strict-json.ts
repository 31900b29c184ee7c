import { refuseManifest } from "./refuse-manifest.ts";
import { quote } from "../core/show.ts";

/** A statement needs four levels; what other tools add to a resource may need a few more. */
const deepest = 32;

/**
 * The value of a JSON text in which no key stands twice in one object: two programs that read it cannot read two things.
 * Throws an ArchiveRefused ("manifest-format") for anything else.
 */
export function readStrictJson(text: string): unknown {
  try {
    checkStructure(text);
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuseManifest("the manifest is no JSON");
  }
}

/** Comes before JSON.parse, which would spend memory on every level; of a text that is no JSON it may miss anything. */
function checkStructure(text: string): void {
  /** The keys of every object that is open; nothing for an array. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "{" || character === "[") {
      if (open.push(character === "{" ? new Set() : undefined) > deepest)
        refuseManifest(`objects and arrays of the manifest are nested more than ${deepest} deep`);
    } else if (character === "}" || character === "]") open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      if (isKey(text, end)) addKey(open.at(-1), text.slice(at, end));
      at = end - 1;
    }
  }
}

function addKey(keys: Set<string> | undefined, written: string): void {
  const key = written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1);
  if (keys?.has(key)) refuseManifest(`the key ${quote(key, 60)} stands twice in one object of the manifest`);
  keys?.add(key);
}

/** The offset behind the quotation mark that closes the string. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === "\\") before--;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return text.length;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at++;
  return text[at] === ":";
}
