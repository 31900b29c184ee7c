import type { Call } from "./call.ts";
import { isCommand, type Stretch } from "./command-lines.ts";
import type { Region } from "./regions.ts";
import { scanShell } from "../parse/script/scan-shell.ts";
import { callsOf } from "./shell-calls.ts";
import { powershellCalls } from "./powershell-calls.ts";
import type { ShellText } from "../parse/script/shell-frames.ts";

type Calls = Pick<ShellText, "commands"> & { readonly functions: ReadonlySet<string> };

const none: ReadonlySet<string> = new Set();

/** Every call whose program is literal: in commands, scripts and code spans. */
export function* callsIn(regions: readonly Region[]): Generator<Call> {
  const sourced = sourcedFunctions(regions);
  for (const region of regions) {
    if (region.language === "powershell") yield* powershellCalls(region);
    else if (region.shell)
      yield* shellCalls(region, { ...region.shell, functions: sourced(region) }, region.role === "script");
    else if (region.role === "script") yield* scriptCalls(region);
    else if (region.role === "prose")
      for (const { start, end } of commandSpans(region))
        yield* shellCalls(region, scanShell(region.text, start, end), false);
  }
}

/**
 * Returns the functions that a shell text can call: those that it defines, and those of the skill's scripts that it
 * reads with `source`.
 */
function sourcedFunctions(regions: readonly Region[]): (region: Region) => ReadonlySet<string> {
  const scripts = new Map<string, ShellText[]>();
  for (const { file, role, shell } of regions) {
    if (role !== "script" || !shell) continue;
    const name = lastPart(file.path);
    scripts.set(name, [...(scripts.get(name) ?? []), shell]);
  }
  return ({ shell }) => {
    const functions = new Set<string>();
    const left = shell ? [shell] : [];
    const seen = new Set(left);
    for (let text = left.pop(); text; text = left.pop()) {
      for (const name of text.functions) functions.add(name);
      for (const name of sourcedBy(text))
        for (const script of scripts.get(name) ?? []) {
          if (seen.has(script)) continue;
          seen.add(script);
          left.push(script);
        }
    }
    return functions;
  };
}

/** The names of the files that a text sources. Their directories are left out, as they often depend on a variable. */
function sourcedBy({ commands }: ShellText): readonly string[] {
  return commands.flatMap(([first, file]) =>
    file && (first?.text === "source" || first?.text === ".") ? [lastPart(file.text)] : [],
  );
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function* shellCalls(region: Region, { commands, functions }: Calls, script: boolean): Generator<Call> {
  for (const command of commands)
    for (const words of callsOf(command)) yield { region, words, functions, script };
}

function* scriptCalls(region: Region): Generator<Call> {
  for (const { text, start, line } of writtenCalls(region)) {
    if (line) yield* shellCalls(region, scanShell(region.text, start, start + text.length), true);
    else
      yield {
        region,
        words: [{ text, start, end: start + text.length, literal: true }],
        functions: none,
        script: true,
      };
  }
}

/** The text of a code span: on one line, between backtick runs of equal length. */
const span = /(?<!`)(`{1,2})(?!`)([^`\n]{1,400})\1(?!`)/g;

/** The code spans of prose that can only be commands. */
function* commandSpans({ text, start, end }: Region): Generator<Stretch> {
  for (const { 1: ticks = "", 2: content = "", index } of text.slice(start, end).matchAll(span)) {
    const from = start + index + ticks.length;
    if (isCommand(content)) yield { start: from, end: from + content.length };
  }
}

/** A command that a Python or JavaScript script runs, as far as its text is literal. */
interface WrittenCall {
  /** The program or the command line. */
  readonly text: string;
  readonly start: number;
  /** Whether a shell runs it. */
  readonly line: boolean;
}

const list = String.raw`\(\s{0,80}(\[?)\s{0,80}[rRbBfFuU]{0,2}(["'${"`"}])([^"'${"`"}\n]{1,300})`;

const python = new RegExp(
  String.raw`(?:\bsubprocess\.\w{1,20}|\bos\.(?:system|popen|exec\w{1,3}|spawn\w{1,3})|\bPopen|\bcheck_(?:call|output)|\bcreate_subprocess_(?:exec|shell)|\bshutil\.which|(?<![\w.])run(?:_(?:cmd|command))?)${list}`,
  "g",
);

const pythonArgs =
  /\b(?:cmd|command|cmdline|args|argv)\w{0,20}(?:\s{0,8}:[^=\n]{0,60})?\s{0,8}=\s{0,8}(\[)\s{0,80}(["'])([^"'\n]{1,300})/g;

const pythonItself = /\[\s{0,80}sys\.executable\b/g;

const javaScript = new RegExp(
  String.raw`(?:\b(?:child_process|cp|Bun)\.|(?<![\w.]))(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|fork|execa|execaSync|execaCommand|execaCommandSync|execAsync|execFileAsync|spawnAsync|execPromise)${list}`,
  "g",
);

const javaScriptShell = /(?<![\w$])\$(?:\{[^}\n]{0,80}\}|\([^)\n]{0,80}\))?()(`)([^`\n]{1,300})/g;

/** Patterns for the calls, by kind. */
function* writtenCalls(region: Region): Generator<WrittenCall> {
  const { language, text, start, end } = region;
  const whole = text.slice(start, end);
  if (language === "python" && /\bsubprocess\b|\bos\.|\bshutil\b/.test(whole)) {
    yield* found(region, whole, python);
    yield* found(region, whole, pythonArgs);
    for (const { index } of whole.matchAll(pythonItself))
      if (region.isCode(start + index)) yield { text: "python", start: start + index + 1, line: false };
  } else if (
    (language === "javascript" || language === "typescript") &&
    /child_process|\bexeca\b|\bBun\.|\bzx\b/.test(whole)
  ) {
    yield* found(region, whole, javaScript);
    if (/\bBun\b|\bzx\b|\bexeca\b/.test(whole)) yield* found(region, whole, javaScriptShell);
  }
}

function* found(region: Region, whole: string, pattern: RegExp): Generator<WrittenCall> {
  for (const match of whole.matchAll(pattern)) {
    const [all, bracket, , written = ""] = match;
    const at = region.start + match.index;
    if (!region.isCode(at)) continue;
    // Interpolation ends the readable part: f"git log {ref}", `git log ${ref}`.
    // An escaped line break ends it as well: "npm i x\\n".
    const known = written.replace(/\$?\{[^]*$/, "").replace(/\\[nrt][^]*$/, "");
    const line =
      bracket !== "[" &&
      !/execFile|spawn|execa(?:Sync)?\s*\(|create_subprocess_exec|which|exec[lv]/.test(all.slice(0, 60));
    if (known.trim() !== "") yield { text: known, start: at + all.length - written.length, line };
  }
}
