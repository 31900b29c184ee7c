import type { Call } from "./call.ts";
import { isCommand } from "./command-lines.ts";
import type { Region } from "./regions.ts";
import type { ShellWord } from "../parse/script/shell-frames.ts";

/** A word at the start of a statement, a pipeline, a block or an assigned value. */
const command = /(?:^|[|;{}(&=])[ \t]{0,40}([A-Za-z][\w.-]{0,60})(?=[ \t\r\n;|)}]|$)/gm;

/** The name of a cmdlet, such as Invoke-WebRequest. */
export const cmdlet = /^[A-Z][a-z]{1,20}-[A-Z][A-Za-z]{1,40}$/;

const definition = /\bfunction[ \t]{1,8}([A-Za-z][\w-]{0,60})/gi;

/** The cmdlets and programs that PowerShell code calls, except functions that are defined in the same text. */
export function* powershellCalls(region: Region): Generator<Call> {
  const { text, start, end, code, role } = region;
  const functions = new Set(Array.from(code.matchAll(definition), ([, name = ""]) => name));
  for (const { 0: found, 1: name = "", index } of code.matchAll(command)) {
    const at = start + index + found.length - name.length;
    const rest = statementAt(text, at, end);
    if (!region.isCode(at) || !(cmdlet.test(name) || name.endsWith(".exe") || isCommand(rest))) continue;
    yield { region, words: Array.from(wordsOf(rest, at)), functions, script: role === "script" };
  }
}

/** Maximum length of a statement. */
const longest = 400;

function statementAt(text: string, at: number, end: number): string {
  return text.slice(at, Math.min(end, at + longest)).split(/[\r\n;|})]/, 1)[0] ?? "";
}

function* wordsOf(statement: string, at: number): Generator<ShellWord> {
  for (const { 0: word, index } of statement.matchAll(/\S{1,400}/g))
    yield {
      text: word.replace(/["']/g, ""),
      start: at + index,
      end: at + index + word.length,
      literal: !word.includes("$"),
    };
}
