import { utf8Length } from "../../../core/utf8.ts";
import {
  codeAfter,
  columnHere,
  type Cursor,
  indexHere,
  isSpaceOrEnd,
  type Mark,
  markHere,
} from "./cursor.ts";
import { fail } from "./failure.ts";
import type { Flavour, YamlVersion } from "./flavour.ts";
import { token, type Token } from "./tokens.ts";

// Written by hand: no JavaScript package reads YAML as PyYAML and StrictYAML do, or reports their error messages.
/** State of the scanner. Tokens are queued because a later ":" turns preceding ones into a key. */
export interface Scanner extends Cursor {
  version: YamlVersion;
  readonly queue: Token[];
  /** The token that the parser last saw at the head of the queue. */
  seen: Token | undefined;
  /** The head of the queue, once no later token can change it. */
  next: Token | undefined;
  /** Number of tokens that have been removed from the queue; tokens are numbered from the start of the text. */
  taken: number;
  done: boolean;
  /** The column of the innermost block collection; -1 if there is none. */
  indent: number;
  readonly indents: number[];
  /** Number of open "[" and "{"; 0 means block context. */
  flowLevel: number;
  readonly flow: ("[" | "{")[];
  /** Whether a key without "?" or a block collection may start here. */
  keyAllowed: boolean;
  /** Tokens that a ":" would turn into keys: at most one per flow level, outermost (and so oldest) first. */
  readonly keys: SimpleKey[];
}

interface SimpleKey {
  readonly level: number;
  readonly number: number;
  readonly required: boolean;
  readonly index: number;
  readonly mark: Mark;
}

/** Maximum length of a simple key. See stale_possible_simple_keys in PyYAML scanner.py. */
const longestKey = 1024;

function openScanner(text: string, wide: boolean, flavour: Flavour): Scanner {
  const scanner: Scanner = {
    flavour,
    wide,
    text: `${text}\0`,
    at: 0,
    line: 0,
    lineStart: 0,
    counted: 0,
    pairs: 0,
    hidden: 0,
    hiddenAtLine: 0,
    version: flavour.version,
    queue: [],
    seen: undefined,
    next: undefined,
    taken: 0,
    done: false,
    indent: -1,
    indents: [],
    flowLevel: 0,
    flow: [],
    keyAllowed: true,
    keys: [],
  };
  const mark = markHere(scanner);
  scanner.queue.push(token("<stream start>", mark, mark));
  return scanner;
}

/** Whether the rules of YAML 1.1 apply; versions other than 1.1 and 1.2 scan as 1.2. */
export function isVersion11({ version: [major, minor] }: Scanner): boolean {
  return major === 1 && minor === 1;
}

export function isAbove11({ version: [major, minor] }: Scanner): boolean {
  return major > 1 || (major === 1 && minor > 1);
}

/** "---" or "..." followed by a space, a tab, a line break or the end, in any column. */
export function atDocumentMarker(scanner: Scanner): boolean {
  const { text, at } = scanner;
  return (text.startsWith("---", at) || text.startsWith("...", at)) && isSpaceOrEnd(codeAfter(scanner, 3));
}

/** Records that the next token may become a key. */
export function saveKey(scanner: Scanner): void {
  if (!scanner.keyAllowed) return;
  const mark = markHere(scanner);
  const required = scanner.flowLevel === 0 && scanner.indent === mark.column;
  takeKey(scanner, true);
  scanner.keys.push({
    level: scanner.flowLevel,
    number: scanner.taken + scanner.queue.length,
    required,
    index: indexHere(scanner),
    mark,
  });
}

/** Removes the possible key of the current level. If the key is `lost`, it must not be a required one. */
export function takeKey(scanner: Scanner, lost: boolean): SimpleKey | undefined {
  const { keys } = scanner;
  if (keys.at(-1)?.level !== scanner.flowLevel) return undefined;
  const key = keys.pop();
  if (lost && key?.required) failKey(scanner, key);
  return key;
}

/**
 * Removes possible keys that started on an earlier line or too far back. Older ones come first, so the first valid
 * key ends the search.
 */
export function dropStaleKeys(scanner: Scanner): void {
  const { keys, line } = scanner;
  for (let key = keys[0]; key !== undefined; key = keys[0]) {
    if (key.mark.line === line && lengthSince(scanner, key) <= longestKey) return;
    if (key.required) failKey(scanner, key);
    keys.shift();
  }
}

function lengthSince(scanner: Scanner, { index, mark }: SimpleKey): number {
  const points = indexHere(scanner) - index;
  if (scanner.flavour.keyUnit === "code points" || points > longestKey) return points;
  return utf8Length(scanner.text.slice(mark.offset, scanner.at));
}

function failKey(scanner: Scanner, key: SimpleKey): never {
  fail(scanner, {
    context: "while scanning a simple key",
    contextMark: key.mark,
    problem: "could not find expected ':'",
    mark: markHere(scanner),
  });
}

/** Ends the block collections that are indented deeper than the column. Flow context ignores indentation. */
export function unwindIndent(scanner: Scanner, column: number): void {
  if (scanner.flowLevel !== 0) return;
  while (scanner.indent > column) {
    const mark = markHere(scanner);
    scanner.indent = scanner.indents.pop() ?? -1;
    scanner.queue.push(token("<block end>", mark, mark));
  }
}

/** Whether a block collection starts at the column. */
export function addIndent(scanner: Scanner, column: number): boolean {
  if (scanner.indent >= column) return false;
  scanner.indents.push(scanner.indent);
  scanner.indent = column;
  return true;
}

/** Whether the cursor is at the start of a line, as Python's reader counts columns. */
export function atLineStart(scanner: Scanner): boolean {
  return columnHere(scanner) === 0;
}

/** A character that Python's reader does not allow, and its position in code points from 0. */
export interface BadCharacter {
  readonly code: number;
  readonly position: number;
}

const plainAscii = /^[\t\n\r -~]*$/;

const special = /[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const wide = /[\ud800-\udbff\ufeff]/;

/** PyYAML reader.py check_printable: the whole text is checked before any of it is read. */
export function openText(text: string, flavour: Flavour): Scanner | BadCharacter {
  if (plainAscii.test(text)) return openScanner(text, false, flavour);
  const at = text.search(special);
  if (at < 0) return openScanner(text, wide.test(text), flavour);
  return { code: text.codePointAt(at) ?? 0, position: Array.from(text.slice(0, at)).length };
}
