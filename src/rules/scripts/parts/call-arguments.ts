import type { Script } from "../../../model/script.ts";

/** An argument of a call in a script. */
export interface Argument {
  /** The name of a keyword argument in Python. */
  readonly keyword: string | undefined;
  /** The value with spaces in place of comments and the contents of strings. */
  readonly code: string;
  /** Offset of the value. */
  readonly start: number;
  /** The content, if the value is a quoted string on one line. */
  readonly literal: string | undefined;
}

/** Maximum length of a call's arguments; longer ones are not read. */
const longest = 8_000;

/** The arguments of a call whose bracket opens at an offset; undefined if it does not close, or is too long. */
export function argumentsAt(script: Script, open: number): readonly Argument[] | undefined {
  const { code } = script;
  const found: Argument[] = [];
  let depth = 0;
  let start = open + 1;
  const last = Math.min(code.length, open + longest);
  for (let at = open; at < last; at++) {
    const character = code.charAt(at);
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    else if (character !== ",") continue;
    if (depth > 1 || at === open || (depth === 1 && character !== ",")) continue;
    if (code.slice(start, at).trim() !== "") found.push(toArgument(script, start, at));
    if (depth === 0) return found;
    start = at + 1;
  }
  return undefined;
}

/** The strings of a list such as `["a", "b"]`; undefined if it contains anything else. */
export function stringsOf(script: Script, { code, start }: Argument): readonly string[] | undefined {
  const open = /^\s*(?=[[(])/.exec(code)?.[0].length;
  const items = open === undefined ? undefined : argumentsAt(script, start + open);
  const strings = items?.flatMap(({ literal }) => literal ?? []);
  return strings?.length === items?.length ? strings : undefined;
}

function toArgument({ code, file }: Script, start: number, end: number): Argument {
  const [lead = "", keyword] = /^\s*(\w{1,80})\s{0,20}=(?!=)/.exec(code.slice(start, end)) ?? [];
  const from = start + lead.length;
  const value = code.slice(from, end);
  const sign = /^\s*[rRuU]?(["'`])[^"'`\n]*(["'`])\s*$/.exec(value);
  const isQuoted = sign !== null && sign[1] === sign[2];
  const text = file.source.text.slice(from, end);
  const literal = isQuoted ? text.slice(value.indexOf(sign[1]!) + 1, value.lastIndexOf(sign[1]!)) : undefined;
  return { keyword, code: value, start: from, literal };
}
