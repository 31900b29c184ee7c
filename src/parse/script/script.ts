import type { SourceText } from "../../core/source-text.ts";
import type { Script, ScriptImport, ScriptLanguage, Shebang } from "../../model/script.ts";
import type { TextFile } from "../../model/text-file.ts";
import { blank, isWithin } from "./blanks.ts";
import { quotedIn } from "./code.ts";
import { readScriptMetadata } from "./metadata.ts";

const extensions: readonly (readonly [ScriptLanguage, readonly string[]])[] = [
  ["python", ["py", "pyw"]],
  ["shell", ["sh", "bash", "zsh", "ksh"]],
  ["javascript", ["js", "mjs", "cjs", "jsx"]],
  ["typescript", ["ts", "mts", "cts", "tsx"]],
  ["powershell", ["ps1", "psm1"]],
  ["ruby", ["rb"]],
  ["perl", ["pl", "pm"]],
  ["other", ["awk", "bat", "cmd", "fish", "lua", "php", "r"]],
];

const byExtension: ReadonlyMap<string, ScriptLanguage> = new Map(
  extensions.flatMap(([language, names]) => names.map((name) => [name, language])),
);

const byInterpreter: readonly (readonly [RegExp, ScriptLanguage])[] = [
  [/^(?:python|pypy)[\d.]*$|^uvx?$/, "python"],
  [/^(?:ba|da|a|z|k|mk)?sh$/, "shell"],
  [/^node(?:js)?$/, "javascript"],
  [/^(?:bun|deno|tsx|ts-node)$/, "typescript"],
  [/^(?:pwsh|powershell)$/, "powershell"],
  [/^ruby[\d.]*$/, "ruby"],
  [/^perl[\d.]*$/, "perl"],
];

/** Templates and documents, which are not run themselves, whatever their first line is. */
const noScript = /\.(?:md|markdown|mdx|txt|tmpl|tpl|template|example|sample|j2|jinja2?|hbs|ejs)$/i;

/** The texts that an interpreter runs, in their order. */
export function findScripts(texts: readonly TextFile[]): readonly Script[] {
  return texts.flatMap((file) => {
    const language = languageOf(file);
    return language ? [new LazyScript(file, language)] : [];
  });
}

class LazyScript implements Script {
  readonly file: TextFile;
  readonly language: ScriptLanguage;
  #shebang: { readonly value: Shebang | undefined } | undefined;
  #code: string | undefined;
  #metadata: Script["metadata"] | undefined;
  #imports: Script["imports"] | undefined;

  constructor(file: TextFile, language: ScriptLanguage) {
    this.file = file;
    this.language = language;
  }

  get shebang(): Shebang | undefined {
    return (this.#shebang ??= { value: readShebang(this.file.source) }).value;
  }

  get code(): string {
    const { text } = this.file.source;
    return (this.#code ??= blank(text, quotedIn(this.language, text)));
  }

  get metadata(): Script["metadata"] {
    const { file, language } = this;
    return (this.#metadata ??=
      language === "python" && file.bytes.includes("# /// script") ? readScriptMetadata(file.source) : []);
  }

  get imports(): Script["imports"] {
    return (this.#imports ??= importsOf(this.language, this.file.source));
  }
}

function languageOf(file: TextFile): ScriptLanguage | undefined {
  // Most texts are Markdown, which is not a script.
  if (file.path.endsWith(".md")) return undefined;
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const known = byExtension.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
  if (known && name.lastIndexOf(".") > 0) return known;
  if (noScript.test(name) || !file.bytes.startsWith("#!")) return undefined;
  const interpreter = interpreterIn(file.bytes.slice(0, 256).split(/[\r\n]/, 1)[0]!);
  return byInterpreter.find(([pattern]) => pattern.test(interpreter))?.[1] ?? "other";
}

function readShebang(source: SourceText): Shebang | undefined {
  if (!source.text.startsWith("#!")) return undefined;
  const line = source.line(1);
  return { range: source.range(0, line.length), interpreter: interpreterIn(line) };
}

/** The program of a shebang line, after the options and variables of `env`. */
function interpreterIn(line: string): string {
  const [program = "", ...rest] = line
    .slice(2)
    .trim()
    .split(/[ \t]+/)
    .map((word) => word.slice(word.lastIndexOf("/") + 1));
  return program === "env" ? (rest.find((word) => !/^-|=/.test(word)) ?? "") : program;
}

// Hand-written: no single parser reads all these languages, and scripts need not be well-formed.
/** The imports of a script, without those in comments and strings. */
function importsOf(language: ScriptLanguage, source: SourceText): readonly ScriptImport[] {
  const found = Array.from(candidates(language, source));
  // Most imports are at the top, so the text after the last possible one is not searched.
  const quoted = quotedIn(
    language,
    source.text.slice(0, Math.max(0, ...found.slice(-1).map(({ keyword }) => keyword + 1))),
  );
  return found
    .filter(({ keyword }) => !isWithin(quoted, keyword))
    .map(({ specifier, start, end }) => ({ specifier, range: source.range(start, end) }));
}

interface Candidate {
  /** Offset of the import statement, which must be in code. */
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

/** The keyword is searched for first, which is fast, and then the text before it is checked. */
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

/** The names of `a.b as c, d` and their offsets. */
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
    // Neither `Array.from(…)` and similar calls nor computed paths are imports.
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

/** Longer than any path and its prefix. */
const longestWord = 256;

/** End of a shell word, in which quotes and substitutions may contain spaces. */
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
