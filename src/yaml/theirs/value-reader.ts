import { onceForRecent } from "../../core/once.ts";
import { isBrokenByColon } from "../simple.ts";

/** What a YAML library makes of a text: plain values (mappings as objects), or its error. */
export type YamlRead =
  | { readonly outcome: "value"; readonly value: unknown }
  /** `message`: the library's own first line. */
  | { readonly outcome: "error"; readonly message: string }
  /** A limit was exceeded, so that the library was not asked. */
  | { readonly outcome: "unknown"; readonly reason: string };

/** Reads the text between the fences of a frontmatter. Never throws. */
export type ValueReader = (text: string) => YamlRead;

/** The text is not given to a library beyond these: libraries of clients need quadratic time for hostile texts. */
const longest = { characters: 65_536, lines: 1_000, marks: 2_000 } as const;
const maxDepth = 64;
const maxMerges = 100;

/** Runs a library on a text within limits; a library that throws reports an error. */
export function readWithin(text: string, parse: (text: string) => unknown): YamlRead {
  const reason = excessOf(text);
  if (reason !== undefined) return { outcome: "unknown", reason };
  try {
    return { outcome: "value", value: parse(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { outcome: "error", message: message.split("\n", 1)[0] ?? "" };
  }
}

/** As `readWithin` for a library that reads YAML: what all of them refuse is not read until the message is needed. */
export function readYamlWithin(text: string, parse: (text: string) => unknown): YamlRead {
  if (!isBrokenByColon(text.endsWith("\n") ? text : `${text}\n`) || excessOf(text) !== undefined)
    return readWithin(text, parse);
  return new LazyError(text, parse);
}

class LazyError {
  readonly outcome = "error";
  readonly #text: string;
  readonly #parse: (text: string) => unknown;
  #message: string | undefined;

  constructor(text: string, parse: (text: string) => unknown) {
    this.#text = text;
    this.#parse = parse;
  }

  get message(): string {
    if (this.#message !== undefined) return this.#message;
    const read = readWithin(this.#text, this.#parse);
    if (read.outcome !== "error") throw new TypeError("a text that every reader refuses was read");
    return (this.#message = read.message);
  }
}

/** A library as a reader: a text that several clients give to the same library is read once. */
export function readerOf(parse: (text: string) => unknown): ValueReader {
  return onceForRecent((text) => readYamlWithin(text, parse));
}

/** Why a text is not read; undefined if it is within the limits. */
export const excessOf: (text: string) => string | undefined = onceForRecent(findExcess);

function findExcess(text: string): string | undefined {
  if (text.length > longest.characters)
    return `frontmatter has ${text.length} characters, of which only ${longest.characters} are read here`;
  const lines = text.length < longest.lines ? 1 : text.split("\n").length;
  if (lines > longest.lines)
    return `frontmatter has ${lines} lines, of which only ${longest.lines} are read here`;
  // The yaml library compares every key of a mapping with all others.
  for (const mark of [",", ":"]) {
    const marks = text.length <= longest.marks ? 0 : text.split(mark).length - 1;
    if (marks > longest.marks)
      return `frontmatter has ${marks} "${mark}", of which only ${longest.marks} are read here`;
  }
  // The libraries copy every key for every alias.
  if (text.includes("<<") && text.split("*").length > maxMerges)
    return `frontmatter merges more than ${maxMerges} aliases`;
  if (deepest(text) > maxDepth) return `frontmatter is nested more than ${maxDepth} levels deep`;
  return undefined;
}

const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** An upper bound of the depth: open brackets, or the indentation and dashes of the deepest line. */
function deepest(text: string): number {
  let [open, most] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === openBracket || code === openBrace) most = Math.max(most, ++open);
    else if ((code === closeBracket || code === closeBrace) && open > 0) open--;
  }
  // A depth above the maximum needs more than this; most texts have no such line.
  if (!/^[ \t?-]{128}/m.test(text)) return most;
  for (const [lead] of text.matchAll(/^(?:[ \t]|-[ \t]|\?[ \t])+/gm))
    if (lead.length < 4 * maxDepth) most = Math.max(most, lead.split(/[-?]/).length - 1);
    else return maxDepth + 1;
  return most;
}
