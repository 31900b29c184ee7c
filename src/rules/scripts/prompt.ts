import type { Finding } from "../../model/rule.ts";
import type { Script, ScriptLanguage } from "../../model/script.ts";
import type { TextFile } from "../../model/text-file.ts";
import { isMarkdown } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";

/** Calls that may ask a question, by language; used to search the bytes. */
const words: Partial<Readonly<Record<ScriptLanguage, readonly string[]>>> = {
  python: [
    "input(",
    "getpass",
    "questionary.",
    "click.confirm",
    "click.prompt",
    "typer.confirm",
    "typer.prompt",
    "prompt.ask",
    "confirm.ask",
  ],
  shell: ["read -", "select "],
  javascript: [".question(", "inquirer.prompt", "prompts("],
  typescript: [".question(", "inquirer.prompt", "prompts("],
  powershell: ["read-host"],
};

export default defineRule({
  meta: {
    id: "script-prompt",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#avoid-interactive-prompts",
    summary: "Reports a script that waits for keyboard input.",
    why: "An agent runs commands without a terminal, so the script waits until it is killed or reads the end of its input.",
    remedy:
      "Read the value from an argument, an environment variable or standard input, and exit with a message if it is missing.",
    severity: "warning",
    words: Object.values(words).flat(),
    since: "0.1.0",
  },
  reportLimit: { max: 1, per: "file" },
  check: ({ subject: { scripts, texts } }) =>
    scripts
      .filter(({ file, language }) => file.hasAny(words[language] ?? []) && !forPeople.test(file.path))
      .flatMap((script) => findings(script, texts)),
});

/** Templates, tests, examples, and scripts for people, such as a login. */
const forPeople =
  /template|(?:^|[/_.-])(?:evals?|login|o?auth|tests?)[/_.-]|(?:^|\/)(?:demos?|examples?|samples?)\//i;

const prompts: Partial<Readonly<Record<ScriptLanguage, RegExp>>> = {
  python:
    /(?<![\w.])(?<!\bdef )(?:input|raw_input|getpass)\(|\bgetpass\.getpass\(|\bquestionary\.\w+\(|\b(?:click|typer)\.(?:confirm|prompt)\(|\b(?:Prompt|Confirm|IntPrompt)\.ask\(/g,
  shell:
    /(?:^|[;&|({]|\b(?:then|do|else|while|until|if))[ \t]*(?:IFS=[^\s;]{0,40}[ \t]+)?read[ \t]+(?:-(?!p)[A-Za-z]+[ \t]+(?:\d+[ \t]+)?){0,8}-[A-Za-z]*p\b|(?:^|[;&|])[ \t]*select[ \t]+\w+[ \t]+in\b/gm,
  javascript: /\b(?:rl|readline|interface|reader)\w*\.question\(|\binquirer\.prompt\(|(?<![\w.])prompts\(/gi,
  powershell: /\bRead-Host\b/gi,
};

/** Signs that the script also runs without a keyboard, or that it opens a window or a second factor for a person. */
const guards =
  /\binteractive|--inter(?:activo|aktiv|ativo|attivo)\b|isatty|isTTY|-t[ \t]+[01]\b|--(?:yes|no-input|non-interactive|noninteractive|no-prompt|batch|assume-yes|force|auto-approve|no-confirm)\b|\[CI\]|\bCI\b|EOFError|NONINTERACTIVE|NonInteractive|UserInteractive|WindowTitle|\b2FA\b|\bTOTP\b|[Tt]wo-[Ff]actor/;

/** Maximum number of calls that are examined in a file. */
const mostCalls = 200;

function findings(script: Script, texts: readonly TextFile[]): readonly Finding[] {
  const {
    file: { path, source },
    language,
  } = script;
  const pattern = prompts[language === "typescript" ? "javascript" : language];
  if (!pattern || source.text.search(pattern) < 0 || guards.test(source.text)) return [];
  const demo = language === "python" && !isRun(path, texts) ? script.code.search(mainBlock) : -1;
  const advice = hidden.test(source.text)
    ? {
        does: "waits for a person, who also types a secret; let the user run the script",
        severity: "info" as const,
      }
    : { does: "waits for keyboard input; read an argument, an environment variable or standard input" };
  const isArgument = language === "shell" ? argumentIn(script) : undefined;
  return Array.from(script.code.matchAll(pattern))
    .slice(0, mostCalls)
    .map(({ 0: found, index }) => ({ start: index + found.search(/\w/), end: index + found.length }))
    .filter(({ start }) => !isGuarded(script.code, start) && (demo < 0 || start < demo))
    .map(({ start, end }) => {
      const range = source.range(start, end);
      const { does, ...rest } = advice;
      // The code has no strings, in which the variables of a shell are.
      const isRare = isArgument !== undefined && isGuarded(source.text, start, isArgument);
      return {
        file: path,
        range,
        message: `${quote(source.slice(range))} ${does}`,
        ...rest,
        ...(isRare && { severity: "info" as const }),
      };
    });
}

/** A call that does not show what is typed: a script with one is for a person, as no agent may see the secret. */
const hidden =
  /\bgetpass\(|\bread[ \t]+(?:-\w{1,20}[ \t]+){0,8}-\w{0,20}s|\bRead-Host\b[^\n;|]{0,120}-AsSecureString/i;

/** The end of a module, which is not run where the module is imported. */
const mainBlock = /^if __name__ ==/m;

/** Whether a Markdown file has a command that runs a script, or names it in a code span of its own. */
function isRun(path: string, texts: readonly TextFile[]): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return texts.some((text) => isMarkdown(text.path) && isRunIn(text.bytes, name));
}

function isRunIn(bytes: string, name: string): boolean {
  let left = mostCalls;
  for (let at = bytes.indexOf(name); at >= 0 && left > 0; at = bytes.indexOf(name, at + 1), left--)
    if (runs.test(inSpan(bytes.slice(Math.max(0, at - 120), at)))) return true;
  return false;
}

/** What is before a name on its line, and since the last backtick; with the backtick if nothing else is between. */
function inSpan(before: string): string {
  const from = Math.max(before.lastIndexOf("\n") + 1, before.lastIndexOf("`", before.length - 3) + 1);
  return before.slice(from);
}

const runs = /\b(?:python[\d.]{0,6}|pipx|run|uv)\b|(?:[`$]\s?|\/)$/;

/** An option of the command line, or a variable or parameter that is named for one. */
const option =
  /\b(?:args?|argv|opts?|options|flags|params)\.\w|\b(?:not\s+|!\s*)?(?:force|yes|assume_?yes|auto_?\w{0,20}|skip_?\w{0,20}|no_?(?:input|confirm)|quiet|batch|requires?_?(?:approval|confirmation))\b/i;

/** Whether a line of a shell script tests if an argument is missing, or a variable that is set to one. */
function argumentIn({ file: { source } }: Script): (line: string) => boolean {
  const set = source.text.matchAll(/^[ \t]*(?:local |readonly )?(\w{1,60})=["']?\$\{?\d/gm);
  const names = new Set(Array.from(set, ([, name]) => name!));
  return (line) =>
    condition.test(line) &&
    /-z\s|\$#/.test(line) &&
    Array.from(line.matchAll(/\$\{?(#|\w{1,60})/g)).some(
      ([, name = ""]) => /^(?:#|\d)/.test(name) || names.has(name),
    );
}

/** A line that leaves the function or the script. */
const leaves = /^[ \t]*(?:return|exit|sys\.exit|process\.exit|raise|throw)\b/;

/** A line that starts a condition. */
const condition = /^[ \t]*(?:\}[ \t]*)?(?:if|elif|else if|unless|case)\b/;

/** Number of lines before a call that are searched for the conditions around it. */
const linesAbove = 30;
const charactersAbove = 3_000;

/**
 * Whether an option lets the script run without the question: it is tested on the line of the call, in a condition
 * around the call, or in an earlier one that returns, exits or throws.
 */
function isGuarded(code: string, at: number, isOption = (line: string) => option.test(line)): boolean {
  const [line = "", ...above] = code
    .slice(Math.max(0, at - charactersAbove), at)
    .split("\n")
    .slice(-linesAbove)
    .reverse();
  if (isOption(line)) return true;
  let depth = indentOf(`${line}x`);
  let after = line;
  for (const each of above) {
    if (each.trim() === "") continue;
    const indent = indentOf(each);
    const isTested = indent <= depth && condition.test(each) && isOption(each);
    if (isTested && (indent < depth || leaves.test(after))) return true;
    depth = Math.min(depth, indent);
    after = each;
  }
  return false;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
