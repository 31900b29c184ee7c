import { once } from "../../core/once.ts";
import type { Script, ScriptLanguage, Shebang } from "../../model/script.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { TextFile } from "../../model/text-file.ts";
import { blank } from "./script-blanks.ts";
import { quotedIn } from "./script-code.ts";
import { importsOf } from "./script-imports.ts";
import { readScriptMetadata } from "./script-metadata.ts";

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

/** What a person fills in or reads: nobody runs it as it is, whatever its first line says. */
const noScript = /\.(?:md|markdown|mdx|txt|tmpl|tpl|template|example|sample|j2|jinja2?|hbs|ejs)$/i;

/** Those of the texts that an interpreter runs, in the same order. */
export function findScripts(texts: readonly TextFile[]): readonly Script[] {
  return texts.flatMap((file) => {
    const language = languageOf(file);
    return language ? [toScript(file, language)] : [];
  });
}

function toScript(file: TextFile, language: ScriptLanguage): Script {
  const shebang = once(() => readShebang(file.source));
  const code = once(() => blank(file.source.text, quotedIn(language, file.source.text)));
  const metadata = once(() =>
    language === "python" && file.bytes.includes("# /// script") ? readScriptMetadata(file.source) : [],
  );
  const imports = once(() => importsOf(language, file.source));
  return {
    file,
    language,
    get shebang() {
      return shebang();
    },
    get code() {
      return code();
    },
    get metadata() {
      return metadata();
    },
    get imports() {
      return imports();
    },
  };
}

function languageOf(file: TextFile): ScriptLanguage | undefined {
  // Most texts are this, and none is a script.
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

/** The program that a shebang line leads to; the words before it are env's options and variables. */
function interpreterIn(line: string): string {
  const [program = "", ...rest] = line
    .slice(2)
    .trim()
    .split(/[ \t]+/)
    .map((word) => word.slice(word.lastIndexOf("/") + 1));
  return program === "env" ? (rest.find((word) => !/^-|=/.test(word)) ?? "") : program;
}
