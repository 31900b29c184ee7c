import type { Mention } from "./scan-mentions.ts";
import { nameOf } from "./targets.ts";

/** Remaining budget for searches that are not linear: characters of text times the number of names. */
export interface Budget {
  left: number;
}

/** How a name is written in a text. */
export type Spell = (name: string) => string;

/**
 * Finds files whose names are not single words, written literally or percent-encoded. Finds nothing if the budget is
 * used up.
 */
export function* unusualIn(
  text: string,
  paths: Iterable<string>,
  spell: Spell,
  budget: Budget,
): Generator<Mention, void> {
  for (const path of paths) {
    if (budget.left <= 0) return;
    const name = nameOf(path);
    const escaped = escapeName(name);
    const found =
      findWord(text, spell(name), budget) ?? (escaped === name ? undefined : findWord(text, escaped, budget));
    if (found) yield { ...found, path };
  }
}

/**
 * Finds a directory by its name: in backticks, as part of a path that a script joins, before a slash that ends the
 * word, before "directory" or "folder", or as the end of its path.
 */
export function* namedDirectoriesIn(
  text: string,
  paths: Iterable<string>,
  spell: Spell,
  budget: Budget,
): Generator<Mention, void> {
  for (const path of paths) {
    if (budget.left <= 0) return;
    const name = spell(nameOf(path));
    for (let from = 0; ; ) {
      const found = findWord(text, name, budget, from);
      if (!found) break;
      if (isDirectoryName(text, found) || isWholePath(text, found, spell(path))) {
        yield { ...found, path };
        break;
      }
      from = found.end;
    }
  }
}

/**
 * Text that precedes a path segment in a script. In other positions, a string with a directory's name is usually a
 * key.
 */
const joined = /\/ ?$|(?:join|resolve|path)\w{0,20}\([^()\n]{0,80}$/i;

function isDirectoryName(text: string, { start, end }: Pick<Mention, "start" | "end">): boolean {
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  if (before === "`" && after === "`") return true;
  if (before === after && (after === '"' || after === "'"))
    return joined.test(text.slice(Math.max(0, start - 100), start - 1));
  if (after === "/") return !/[\w.-]/.test(text.charAt(end + 1));
  return /^[`"']?\s{1,3}(?:director|folder)/.test(text.slice(end, end + 16));
}

/** Whether the name ends the directory's path from the root, as in "the fonts in assets/fonts". */
function isWholePath(text: string, { end }: Pick<Mention, "end">, path: string): boolean {
  const start = end - path.length;
  return (
    path.includes("/") &&
    text.startsWith(path, start) &&
    /(?:^|[^\w/.-]|(?:^|[^.])\.\/)$/.test(text.slice(Math.max(0, start - 3), start)) &&
    !/^(?:\/|\.\w)/.test(text.slice(end, end + 2))
  );
}

/**
 * The first occurrence of the name without a letter, digit, hyphen or underscore on either side. Each step takes from
 * the budget, also for an empty name, so that every loop ends.
 */
function findWord(
  text: string,
  name: string,
  budget: Budget,
  from = 0,
): Pick<Mention, "start" | "end"> | undefined {
  for (let at = from; ; ) {
    if (budget.left <= 0) return undefined;
    const start = text.indexOf(name, at);
    budget.left -= Math.max(1, (start < 0 ? text.length : start) - at + name.length);
    if (start < 0) return undefined;
    const end = start + name.length;
    if (!/[\w-]/.test(text.charAt(start - 1) + text.charAt(end))) return { start, end };
    at = end;
  }
}

function escapeName(name: string): string {
  return name.isWellFormed() ? encodeURI(name) : name;
}
