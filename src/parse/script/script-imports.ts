import type { ScriptImport, ScriptLanguage } from "../../model/script.ts";
import type { SourceText } from "../../core/source-text.ts";
import { isWithin } from "./script-blanks.ts";
import { quotedIn } from "./script-code.ts";

/** What a script takes in: what its comments and quoted texts name is none of it. */
export function importsOf(language: ScriptLanguage, source: SourceText): readonly ScriptImport[] {
  const found = Array.from(candidates(language, source));
  // Most imports stand at the top: what follows the last need not be looked through.
  const quoted = quotedIn(
    language,
    source.text.slice(0, Math.max(0, ...found.slice(-1).map(({ keyword }) => keyword + 1))),
  );
  return found
    .filter(({ keyword }) => !isWithin(quoted, keyword))
    .map(({ specifier, start, end }) => ({ specifier, range: source.range(start, end) }));
}

interface Candidate {
  /** Where the command stands that takes it in: in code, or it is none. */
  readonly keyword: number;
  readonly specifier: string;
  readonly start: number;
  readonly end: number;
}

function candidates(language: ScriptLanguage, { text }: SourceText): Iterable<Candidate> {
  if (language === "python") return inPython(text);
  if (language === "javascript" || language === "typescript") return inJavaScript(text);
  if (language === "shell")
    return inWords(
      text,
      /(source|\.)(?=[ \t])(?<=(?:^|[;&|({]|\b(?:then|do|else)\b)[ \t]{0,200}(?:source|\.))[ \t]+(?=\S)/gm,
    );
  if (language === "powershell")
    return inWords(text, /^[ \t]*(\.|Import-Module|using[ \t]+module)[ \t]+(?=\S)/gim);
  return language === "ruby" ? inWords(text, /^[ \t]*(require_relative|load)[ \t(]+(?=["'])/gm) : [];
}

/** The word comes first, as it is quickly found, and then what may stand before it where it is a statement. */
const pythonImport =
  /import(?!\w)(?<=(?:^|[;:])[ \t]{0,200}(?:from[ \t]{1,20}([.\w]{1,500})[ \t]{1,20})?import)[ \t]*(\([^()]*\)|[^;#\n\\]*(?:\\\r?\n[^;#\n\\]*)*)/gm;

function* inPython(text: string): Generator<Candidate> {
  for (const { 0: whole, 1: from, 2: list = "", index: at } of text.matchAll(pythonImport)) {
    const base = at + whole.length - list.length;
    if (from === undefined)
      yield* namesIn(list).map(({ name, at: within }) => ({
        keyword: at,
        specifier: name,
        start: base + within,
        end: base + within + name.length,
      }));
    else {
      const start = text.lastIndexOf(from, at - 1);
      yield { keyword: at, specifier: from, start, end: start + from.length };
    }
  }
}

/** The names of `a.b as c, d`, and where each stands. */
function namesIn(list: string): readonly { readonly name: string; readonly at: number }[] {
  const code = list.replace(/#[^\n]*/g, (comment) => " ".repeat(comment.length));
  return Array.from(code.matchAll(/(?:^|[,(])[\s\\]*([\w.]+)/g), ({ 0: whole, 1: name = "", index }) => ({
    name,
    at: index + whole.length - name.length,
  }));
}

const javaScriptImport =
  /(?:from(?<![.\w$]from)|import(?<![.\w$]import)|require(?<![.\w$]require))\b\s*(?:\(\s*)?(["'`])([^"'`\n]{1,1024})\1/g;

function* inJavaScript(text: string): Generator<Candidate> {
  for (const { 0: whole, 2: specifier = "", index } of text.matchAll(javaScriptImport)) {
    // `Array.from(…)` and its like are no imports, nor is a path that is worked out.
    if (/^from\s*\(/.test(whole) || specifier.includes("${")) continue;
    const end = index + whole.length - 1;
    yield { keyword: index, specifier, start: end - specifier.length, end };
  }
}

/** The words that follow a command such as `source`. */
function* inWords(text: string, command: RegExp): Generator<Candidate> {
  for (const { 0: whole, 1: name = "", index } of text.matchAll(command)) {
    const from = index + whole.length;
    const end = wordEnd(text, from);
    const quoted =
      /["']/.test(text.charAt(from)) && text.charAt(end - 1) === text.charAt(from) && end > from + 1;
    const start = quoted ? from + 1 : from;
    const stop = quoted ? end - 1 : end;
    if (stop > start)
      yield { keyword: text.indexOf(name, index), specifier: text.slice(start, stop), start, end: stop };
  }
}

/** Longer than any path with what leads to it. */
const longestWord = 256;

/** Where a word of the shell ends: quotes and substitutions may hold blanks. */
function wordEnd(text: string, from: number): number {
  const inside: string[] = [];
  const last = Math.min(text.length, from + longestWord);
  for (let at = from; at < last; at++) {
    const character = text.charAt(at);
    const open = inside.at(-1);
    if (character === "\n") return at;
    if (character === "\\" && open !== "'") at++;
    else if (character === open) inside.pop();
    else if (open === "'") continue;
    else if (character === '"' || (character === "'" && open !== '"')) inside.push(character);
    else if (character === "$" && text.charAt(at + 1) === "(") {
      inside.push(")");
      at++;
    } else if (open === undefined && /[\s;&|<>()]/.test(character)) return at;
  }
  return last;
}
