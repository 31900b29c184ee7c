import type { Finding } from "../model/rule.ts";
import type { Script, ScriptLanguage } from "../model/script.ts";
import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

/** Calls that may ask a question, by language. They are searched for in the bytes. */
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
  check: ({ subject: { scripts } }) =>
    scripts
      .filter(
        ({ file, language }) => words[language]?.some((word) => file.has(word)) && !forPeople.test(file.path),
      )
      .flatMap(findings),
});

/** Templates, tests, and scripts for people, such as a login. */
const forPeople = /template|(?:^|[/_.-])(?:evals?|login|o?auth|tests?)[/_.-]/i;

const prompts: Partial<Readonly<Record<ScriptLanguage, RegExp>>> = {
  python:
    /(?<![\w.])(?<!\bdef )(?:input|raw_input|getpass)\(|\bgetpass\.getpass\(|\bquestionary\.\w+\(|\b(?:click|typer)\.(?:confirm|prompt)\(|\b(?:Prompt|Confirm|IntPrompt)\.ask\(/g,
  shell:
    /(?:^|[;&|({]|\b(?:then|do|else|while|until|if))[ \t]*(?:IFS=[^\s;]{0,40}[ \t]+)?read[ \t]+(?:-(?!p)[A-Za-z]+[ \t]+(?:\d+[ \t]+)?){0,8}-[A-Za-z]*p\b|(?:^|[;&|])[ \t]*select[ \t]+\w+[ \t]+in\b/gm,
  javascript: /\b(?:rl|readline|interface|reader)\w*\.question\(|\binquirer\.prompt\(|(?<![\w.])prompts\(/gi,
  powershell: /\bRead-Host\b/gi,
};

/** Signs that the script also runs without a keyboard. */
const guards =
  /\binteractive|isatty|isTTY|-t[ \t]+[01]\b|--(?:yes|no-input|non-interactive|noninteractive|no-prompt|batch|assume-yes|force|auto-approve|no-confirm)\b|\[CI\]|\bCI\b|EOFError|NONINTERACTIVE|NonInteractive|UserInteractive/;

/** More calls in one file are not looked at. */
const mostCalls = 200;

function findings(script: Script): readonly Finding[] {
  const {
    file: { path, source },
    language,
  } = script;
  const pattern = prompts[language === "typescript" ? "javascript" : language];
  if (!pattern || source.text.search(pattern) < 0 || guards.test(source.text)) return [];
  return Array.from(script.code.matchAll(pattern))
    .slice(0, mostCalls)
    .map(({ 0: found, index }) => ({ start: index + found.search(/\w/), end: index + found.length }))
    .filter(({ start }) => !isGuarded(script.code, start))
    .map(({ start, end }) => {
      const range = source.range(start, end);
      return {
        file: path,
        range,
        message: `${quote(source.slice(range))} waits for keyboard input; read an argument, an environment variable or standard input`,
      };
    });
}

/** An option of the command line, or a variable that is named for one. */
const option =
  /\b(?:args?|argv|opts?|options|flags|params)\.\w|\b(?:not\s+|!\s*)?(?:force|yes|assume_?yes|auto_?\w{0,20}|skip_?\w{0,20}|no_?(?:input|confirm)|quiet|batch)\b/i;

/** A line that opens a condition. */
const condition = /^[ \t]*(?:\}[ \t]*)?(?:if|elif|else if|unless|case)\b/;

/** How much before a call is searched for the conditions around it. */
const linesAbove = 30;
const charactersAbove = 3_000;

/** Whether the line of a call, or a condition that it is indented below, tests an option, so that the script can run without the question. */
function isGuarded(code: string, at: number): boolean {
  const [line = "", ...above] = code
    .slice(Math.max(0, at - charactersAbove), at)
    .split("\n")
    .slice(-linesAbove)
    .reverse();
  if (option.test(line)) return true;
  let depth = indentOf(`${line}x`);
  for (const each of above) {
    if (each.trim() === "" || indentOf(each) >= depth) continue;
    if (condition.test(each) && option.test(each)) return true;
    depth = indentOf(each);
  }
  return false;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
