import type { ScriptLanguage } from "../model/script.ts";
import type { Stretches } from "../parse/script/blanks.ts";

const marks = {
  python: /#|^[ \t]{0,64}[rRuUbB]{0,2}("""|''')/gm,
  shell: /(?<![^\s;&|()])#/g,
  javascript: /\/\/|\/\*/g,
  typescript: /\/\/|\/\*/g,
  powershell: /<#|#/g,
  ruby: /(?<![^\s])#/g,
  perl: /(?<![^\s])#/g,
  other: /(?<![^\s;{}])(?:\/\/|#)|\/\*/g,
} as const satisfies Record<ScriptLanguage, RegExp>;

const closing: ReadonlyMap<string, string> = new Map([
  ["/*", "*/"],
  ["<#", "#>"],
]);

/** Where comments stand, and in Python strings that are statements; `code` has blanks for what stands in quotes. */
export function commentsIn(language: ScriptLanguage, code: string): Stretches {
  const stretches: number[] = [];
  const mark = new RegExp(marks[language]);
  for (let match = mark.exec(code); match; match = mark.exec(code)) {
    const [sign, quote] = match;
    const close = quote ?? closing.get(sign) ?? "\n";
    const found = code.indexOf(close, mark.lastIndex);
    const end = found < 0 ? code.length : found + close.length;
    stretches.push(match.index, end);
    mark.lastIndex = end;
  }
  return stretches;
}
