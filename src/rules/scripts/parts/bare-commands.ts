import { onceForEach } from "../../../core/once.ts";
import { isMarkdown } from "../../../core/paths.ts";
import type { Range } from "../../../core/place.ts";
import type { Script, ScriptLanguage } from "../../../model/script.ts";
import type { ResolvedReference, Skill } from "../../../model/skill.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { isInShellFence } from "./shell-fences.ts";

/**
 * A command in SKILL.md or another Markdown file that runs a script by its bare path, such as `scripts/fill.sh
 * --help`.
 */
export interface BareCommand {
  readonly script: Script;
  /** The Markdown file that contains the command. */
  readonly from: string;
  readonly range: Range;
  readonly written: string;
}

/** Languages whose scripts can be run through a `#!` line. PowerShell and cmd.exe scripts cannot. */
const runnable: ReadonlySet<ScriptLanguage> = new Set([
  "python",
  "shell",
  "javascript",
  "typescript",
  "ruby",
  "perl",
]);

/**
 * Text allowed before a command on its line: a prompt, the end of another command, a word such as `sudo`,
 * variable assignments.
 */
const beforeCommand =
  /^(?:.*[;&|(])?[ \t]*(?:[$%>][ \t]+)?(?:(?:!|time|then|do|else|if|exec|sudo|nohup)[ \t]+)?(?:\w+=(?:"[^"]*"|[^\s"]*)[ \t]+)*["']?$/;

/** The first bare command for each script. Cached per skill, as several rules use it. */
export const bareCommands = onceForEach(({ references, scripts, texts }: Skill): readonly BareCommand[] => {
  if (scripts.length === 0 || references.length === 0) return [];
  const candidates = new Map(
    scripts.filter((script) => runnable.has(script.language)).map((script) => [script.file.path, script]),
  );
  const byPath = new Map(texts.map((text) => [text.path, text]));
  const found = new Map<string, BareCommand>();
  for (const resolved of candidates.size === 0 ? [] : references) {
    const { from, reference, resolution } = resolved;
    const script =
      resolution.status === "found" && (reference.kind === "fence" || reference.kind === "code-span")
        ? candidates.get(resolution.path)
        : undefined;
    const text = script && !found.has(script.file.path) ? byPath.get(from) : undefined;
    if (script && text && isCommand(resolved, text) && !isHelped(text, script))
      found.set(script.file.path, {
        script,
        from,
        range: reference.range,
        written: text.source.slice(reference.range),
      });
  }
  return Array.from(found.values());
});

/** A table lists scripts with their options and does not run them. */
const isTableRow = /^[ \t>]*\|/;

/** Words that make a path such as `./fill.sh` in a code span a command even without arguments. */
const ordersToRun = /\b(?:run|execute|launch|invoke)\s(?:the\s)?(?:script\s|command\s)?`$/i;

function isCommand({ reference: { kind, range } }: ResolvedReference, file: TextFile): boolean {
  const { source } = file;
  const { line, offset } = range.start;
  const start = source.lineStart(line);
  const before = source.text.slice(Math.max(start, offset - lookBack), offset);
  const after = source.text.slice(
    range.end.offset,
    Math.min(range.end.offset + lookBack, source.lineStart(line + 1)),
  );
  if (kind === "code-span")
    return (
      before.endsWith("`") &&
      // A shell does not find a name alone, so that one in a sentence is only mentioned.
      source.slice(range).includes("/") &&
      !isTableRow.test(source.text.slice(start, start + lookBack)) &&
      (/^[ \t]+(?:-{1,2}[A-Za-z]|[<["'$])[^`]*`/.test(after) ||
        (source.text.startsWith("./", offset) && /^(?:[ \t][^`]*)?`/.test(after) && ordersToRun.test(before)))
    );
  if (!/^["']?(?:[ \t;&|)>]|[ \t]*[\r\n]|$)/.test(after) || !beforeCommand.test(before)) return false;
  const continued = /\\[ \t]*\r?\n$/.test(source.text.slice(Math.max(0, start - lookBack), start));
  return !continued && isInShellFence(file.body, offset);
}

/**
 * Whether the text also makes the script executable, or also runs it with an interpreter. Then the bare path is only
 * the script's name.
 */
function isHelped({ bytes }: TextFile, { file: { path } }: Script): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return commandsBefore(bytes, name).length > 0 || /\bchmod[ \t][^\n]{0,80}\*/.test(bytes);
}

const lookBack = 128;
const mostMentions = 1000;
const helping =
  /\b(?:chmod[ \t][^\n]*|(?:bash|sh|zsh|python[\d.]*|node|ruby|perl|bun|bun run|tsx|uv run|deno run)(?:[ \t]+-\S+)*[ \t]+[^\s`]*)$/;

/**
 * The interpreter command that should precede the script's path, with which the script needs neither an executable
 * bit nor a `#!` line.
 */
export function interpreterOf(script: Script): string {
  const { language, shebang } = script;
  const named = shebang?.interpreter ?? "";
  if (named === "uv") return "uv run --script";
  if (named === "deno") return "deno run";
  if (/^[\w.-]+$/.test(named)) return named;
  const runtime = runtimeOf(script);
  if (runtime !== undefined) return runtime;
  return {
    python: "python3",
    shell: "bash",
    javascript: "node",
    typescript: "npx tsx",
    powershell: "pwsh",
    ruby: "ruby",
    perl: "perl",
    other: "",
  }[language];
}

/** The runtime that a script needs because it calls functions that no other runtime has. */
function runtimeOf({ language, code, file: { source } }: Script): string | undefined {
  if (language !== "javascript" && language !== "typescript") return undefined;
  if (/(?<![\w.$])Bun\.\w/.test(code) || /["']bun(?::\w{1,40})?["']/.test(source.text)) return "bun";
  return /(?<![\w.$])Deno\.\w/.test(code) ? "deno run" : undefined;
}

/**
 * Whether a script is run by its path alone: a text runs it so, or it is executable and no text runs it with an
 * interpreter.
 */
export function isRunByPath(skill: Skill, script: Script): boolean {
  return (
    bareCommands(skill).some((command) => command.script === script) ||
    (script.file.executable && !skill.texts.some((text) => isInterpreted(text, script)))
  );
}

/** Whether a Markdown file runs a script with an interpreter, and nowhere makes it executable. */
function isInterpreted({ path, bytes }: TextFile, { file }: Script): boolean {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const before = isMarkdown(path) ? commandsBefore(bytes, name) : [];
  return before.length > 0 && !before.some((text) => text.startsWith("chmod"));
}

/** The commands with which a text runs or changes a file, up to its name. */
function commandsBefore(bytes: string, name: string): readonly string[] {
  const found: string[] = [];
  let left = mostMentions;
  for (let at = bytes.indexOf(name); at >= 0 && left > 0; at = bytes.indexOf(name, at + 1), left--) {
    const [command] = helping.exec(bytes.slice(Math.max(0, at - lookBack), at)) ?? [];
    if (command !== undefined) found.push(command);
  }
  return found;
}
