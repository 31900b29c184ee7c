import { isMarkdown } from "../../../core/paths.ts";
import { didYouMean } from "../../../core/nearest.ts";
import { quote } from "../../../core/show.ts";
import type { Finding } from "../../../model/rule.ts";
import type { Skill } from "../../../model/skill.ts";
import type { SourceText } from "../../../core/source-text.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { isOnSampleLine } from "./sample-lines.ts";

/** A path below a directory, perhaps after a variable or placeholder for the skill's root. */
const path = String.raw`["']?(?:[$<{][^\s\x60"'/]{1,40}/|\./)?((?:[\w-]{1,80}/){1,8}[\w-]{1,80})(?=["']?(?:[ \t\x60]|\r?$))`;

/** A command that needs the whole name of the file; Node.js adds an extension itself. */
const commands = new RegExp(
  [
    String.raw`(?<![\w.-])(?:python[\d.]{0,6}|py|bash|sh|zsh|ruby|perl|uv run)[ \t]+(?:-(?![mc]\b)[\w-]{1,40}[ \t]+){0,4}${path}`,
    String.raw`\b(?:run|runs|running|execute|executes|executing)[ \t]+\x60${path}`,
  ].join("|"),
  "gim",
);

/** The commands in code that run one of the skill's scripts by its path without the extension, one for each script. */
export function shortCommands({ texts, scripts, files }: Skill): readonly Finding[] {
  if (texts.length === 0) return [];
  const known = new Set(files.map((file) => file.path));
  const short = new Map(
    scripts.flatMap(({ file }) => {
      const name = file.path.replace(/\.\w{1,10}$/, "");
      return name === file.path || known.has(name) ? [] : [[name, file.path] as const];
    }),
  );
  const seen = new Set<string>();
  const findings = (file: TextFile): readonly Finding[] =>
    commandsIn(file.source).flatMap(({ start: index, end, path: wrong }) => {
      const right = short.get(wrong);
      const range = file.source.range(end - wrong.length, end);
      if (
        right === undefined ||
        seen.has(right) ||
        !isInCode(file, end) ||
        isOnSampleLine(file.source, file.source.range(index, end))
      )
        return [];
      seen.add(right);
      return [{ file: file.path, range, message: `${quote(wrong)} does not exist${didYouMean(right)}` }];
    });
  return short.size === 0 ? [] : texts.filter((file) => isMarkdown(file.path)).flatMap(findings);
}

interface Command {
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/** By text, as an editor asks again and again about a skill of which one text changes. */
const knownCommands = new WeakMap<SourceText, readonly Command[]>();

function commandsIn(source: SourceText): readonly Command[] {
  const known = knownCommands.get(source);
  if (known) return known;
  const found = Array.from(source.text.matchAll(commands), ({ 0: written, 1: run, 2: named, index }) => ({
    start: index,
    end: index + written.length,
    path: run ?? named ?? "",
  }));
  knownCommands.set(source, found);
  return found;
}

function isInCode({ body }: TextFile, offset: number): boolean {
  return body.code.some(({ start, end }) => start.offset < offset && offset <= end.offset);
}
