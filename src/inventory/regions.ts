import { groupBy } from "../core/group-by.ts";
import { compareText } from "../core/order.ts";
import { isMarkdown } from "../core/paths.ts";
import type { CodeFence } from "../model/body.ts";
import { isRecord } from "../model/manifest.ts";
import type { ScriptLanguage } from "../model/script.ts";
import type { Skill } from "../model/skill.ts";
import type { TextFile } from "../model/text-file.ts";
import { blank, isWithin, type Stretches } from "../parse/script/blanks.ts";
import { quotedIn } from "../parse/script/code.ts";
import { commandLines, type Stretch } from "./command-lines.ts";
import type { Sighting } from "./gather.ts";
import { scanShell } from "../parse/script/scan-shell.ts";
import type { ShellText } from "../parse/script/shell-frames.ts";

/**
 * A part of a file with one role. "script": a file that is run; "commands": for the agent to run; "sample": code in
 * prose; "data": neither code nor prose.
 */
export interface Region {
  readonly file: TextFile;
  /** The file's text, with spaces in place of the parts that have another role. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly role: "script" | "commands" | "sample" | "prose" | "data";
  /** Only for scripts and samples. */
  readonly language: ScriptLanguage | undefined;
  /** The text from `start` to `end`, with spaces in place of comments and strings if the language is known. */
  readonly code: string;
  /** The parsed commands; only for shell scripts and commands. */
  readonly shell?: ShellText | undefined;
  /** Whether the text at an offset is code, not a comment or documentation. */
  isCode(at: number): boolean;
}

/** Languages that have code files but no scripts. */
const otherCode = /\.(?:go|rs|java|kts?|scala|swift|cs?|cc|cpp|h|hpp|dart|exs?|jl|groovy|zig|m|vue|svelte)$/i;

/** A part of a text that a client runs as a command. */
type Automatic = Pick<Sighting<string>, "file" | "start" | "end">;

/** SKILL.md first, then by path. The commands that run by themselves are regions of their own. */
export function regionsOf(skill: Skill, automatic: readonly Automatic[] = []): readonly Region[] {
  const { texts, scripts, document } = skill;
  const languages = new Map(scripts.map(({ file, language }) => [file.path, language]));
  const rank = ({ path }: TextFile): number => (path === document?.file ? 0 : 1);
  const analyzed = texts.filter(({ path }) => !isRecord(path, skill));
  const sorted = analyzed.toSorted((a, b) => rank(a) - rank(b) || compareText(a.path, b.path));
  const run = groupBy(automatic, ({ file }) => file.path);
  return sorted.flatMap((file) => {
    const own = run.get(file.path);
    return own ? withCommands(regionsIn(file), own) : regionsIn(file);
  });
  function regionsIn(file: TextFile): readonly Region[] {
    const language = languages.get(file.path) ?? (otherCode.test(file.path) ? "other" : undefined);
    const whole = { file, start: 0, end: file.source.text.length };
    if (language) return [region({ ...whole, role: "script", language })];
    return isMarkdown(file.path) ? markdownRegions(file) : [region({ ...whole, role: "data" })];
  }
}

/** The regions of a file without the commands in it, and those. */
function withCommands(regions: readonly Region[], commands: readonly Automatic[]): readonly Region[] {
  const stretches = commands.toSorted((a, b) => a.start - b.start).flatMap(({ start, end }) => [start, end]);
  // Most regions of a file have the same text.
  const texts = new Set(regions.map(({ text }) => text));
  const blanked = new Map(Array.from(texts, (text) => [text, blank(text, stretches)]));
  return [
    ...commands.map(({ file, start, end }) => {
      const written = file.source.text.slice(start, end);
      const [open = ""] = /^(?:!`|```!|["'])/.exec(written) ?? [];
      const [close = ""] = /(?:```|[`"'])$/.exec(written.slice(open.length)) ?? [];
      const inner = { start: start + open.length, end: end - close.length };
      return region({ file, ...inner, role: "commands", language: "shell" });
    }),
    ...regions.map((each) => region({ ...plainOf(each), text: blanked.get(each.text)! })),
  ];
}

function plainOf({ file, start, end, role, language }: Region): PlainRegion {
  return { file, start, end, role, ...(language !== undefined && { language }) };
}

function markdownRegions(file: TextFile): readonly Region[] {
  const regions: Region[] = [];
  const lines: number[] = [];
  const mixed: Stretch[] = [];
  let done = 0;
  for (const fence of file.body.fences) {
    const { start, end } = offsetsOf(fence);
    if (start < done) continue;
    regions.push(region({ file, start: done, end: start, role: "prose" }));
    const found = fenceRegion(file, fence);
    if ("role" in found) regions.push(found);
    else mixed.push({ start, end });
    if (!("role" in found)) for (const line of found) lines.push(line.start, line.end);
    done = end;
  }
  return [
    ...regions,
    region({ file, start: done, end: file.source.text.length, role: "prose" }),
    ...mixedRegions(file, mixed, lines),
  ];
}

function offsetsOf({ content }: CodeFence): Stretch {
  return { start: content.start.offset, end: content.end.offset };
}

/**
 * The regions of code blocks with commands and their output. Each block is read twice, with spaces in place of the
 * other part.
 */
function mixedRegions(file: TextFile, fences: readonly Stretch[], lines: Stretches): readonly Region[] {
  if (fences.length === 0) return [];
  const { text } = file.source;
  const others = [0, ...lines, text.length];
  const [commands, output] = [blank(text, others), blank(text, lines)];
  return fences.flatMap(({ start, end }) => [
    region({ file, start, end, role: "commands", language: "shell", text: commands }),
    region({ file, start, end, role: "data", text: output }),
  ]);
}

const languageOf: ReadonlyMap<string, ScriptLanguage> = new Map([
  ...[
    "bash",
    "sh",
    "shell",
    "zsh",
    "console",
    "terminal",
    "shell-session",
    "shellsession",
    "shellscript",
    "ksh",
  ].map((name) => [name, "shell"] as const),
  ...["python", "py", "python3"].map((name) => [name, "python"] as const),
  ...["javascript", "js", "jsx", "mjs", "cjs"].map((name) => [name, "javascript"] as const),
  ...["typescript", "ts", "tsx", "mts"].map((name) => [name, "typescript"] as const),
  ...["powershell", "ps1", "pwsh"].map((name) => [name, "powershell"] as const),
  ...["ruby", "rb"].map((name) => [name, "ruby"] as const),
  ...[
    "go",
    "rust",
    "java",
    "kotlin",
    "php",
    "swift",
    "csharp",
    "cs",
    "cpp",
    "c",
    "dart",
    "lua",
    "r",
    "perl",
    "fish",
  ].map((name) => [name, "other"] as const),
]);

/** The region of a whole code block, or only of the lines in it that are commands. */
function fenceRegion(file: TextFile, fence: CodeFence): Region | readonly Stretch[] {
  const { start, end } = offsetsOf(fence);
  const language = languageOf.get(fence.language.toLowerCase());
  if (language !== undefined && language !== "shell")
    return region({ file, start, end, role: "sample", language });
  const lines = commandLines(file.source.text, start, end, language === "shell");
  if (lines === "all") return region({ file, start, end, role: "commands", language: "shell" });
  return lines.length === 0 ? region({ file, start, end, role: "data" }) : lines;
}

interface PlainRegion extends Pick<Region, "file" | "start" | "end" | "role"> {
  readonly language?: ScriptLanguage;
  /** Absent for the file's text. */
  readonly text?: string;
}

function region(plain: PlainRegion): Region {
  return new LazyRegion(plain);
}

/** A region whose views are computed on demand. */
class LazyRegion implements Region {
  readonly file: TextFile;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly role: Region["role"];
  readonly language: ScriptLanguage | undefined;
  #code: string | undefined;
  #shell: ShellText | undefined;
  #comments: Stretches | undefined;

  constructor({ file, start, end, role, language, text = file.source.text }: PlainRegion) {
    this.file = file;
    this.text = text;
    this.start = start;
    this.end = end;
    this.role = role;
    this.language = language;
  }

  get code(): string {
    const { language, start, end, text } = this;
    return (this.#code ??= language
      ? withoutQuotes(language, text.slice(start, end))
      : text.slice(start, end));
  }

  get shell(): ShellText | undefined {
    const { language, start, end, text } = this;
    return language === "shell" ? (this.#shell ??= scanShell(text, start, end)) : undefined;
  }

  isCode(at: number): boolean {
    const { language } = this;
    return (
      language !== undefined &&
      !isWithin((this.#comments ??= commentsIn(language, this.code)), at - this.start)
    );
  }
}

function withoutQuotes(language: ScriptLanguage, text: string): string {
  return blank(text, quotedIn(language, text));
}

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

/**
 * The ranges of comments, and of Python strings that are statements. In `code`, the contents of strings are replaced
 * with spaces.
 */
function commentsIn(language: ScriptLanguage, code: string): Stretches {
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
