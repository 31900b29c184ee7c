import { didYouMean, nearest } from "../../core/nearest.ts";
import { isMarkdown } from "../../core/paths.ts";
import { seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { Finding } from "../../model/rule.ts";
import type { TextFile } from "../../model/text-file.ts";
import { defineRule } from "../define.ts";
import { commandLineOf, hasOption, libraries, type CommandLine } from "./parts/command-line.ts";
import { byName, callsIn, type ScriptCall, type Word } from "./parts/script-calls.ts";

export default defineRule({
  meta: {
    id: "script-option",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts",
    summary:
      "Reports an option or command of a bundled script that the script does not have, where it reads its arguments with argparse, click, commander, getopts or a strict yargs.",
    why: "The script refuses the command, and an agent that follows the text fails or has to read the script.",
    remedy: "Write the option as the script declares it, or add it to the script.",
    severity: "warning",
    words: libraries,
    since: "0.1.0",
  },
  reportLimit: { max: 1, per: "message" },
  check({ subject: skill }) {
    if (!skill.scripts.some(({ file }) => file.hasAny(libraries))) return [];
    const scripts = byName(skill.scripts);
    return skill.texts
      .filter(({ path }) => isMarkdown(path) && !aboutOthers.test(path))
      .flatMap((file) => callsIn(file, scripts, skill.name).flatMap((call) => findings(file, call)));
  },
});

/** Documents about earlier or later versions of a script. */
const aboutOthers = /change-?log|history|roadmap|proposal|(?:^|[/_-])plans?[/_.-]/i;

/** A line on which an option may be named because the script does not have it. */
const negation =
  /\b(?:not|never|no longer|deprecated|removed|unsupported|planned|proposed|future|wrong|bad|invalid|incorrect|avoid|todo)\b|n['’]t\b|[❌✗✘]/i;

/** Words that a text writes in place of an option or a command. */
const placeholder =
  /^-{0,2}(?:flags?|options?|args?|arguments?|params?|foo|bar|baz|your-\w+|my-\w+|some-\w+|(?:sub)?commands?|actions?|x{2,})$/i;

function findings(
  { path, source }: TextFile,
  { script, words, interpreted }: ScriptCall,
): readonly Finding[] {
  if (!script.file.hasAny(libraries) || words.length === 0 || isNegated(source, words[0]!.start)) return [];
  const line = commandLineOf(script);
  const unknown = line ? unknownWords(words, interpreted, line) : [];
  const [first] = unknown;
  if (!first) return [];
  const { kind, written, at, known } = first;
  // One finding, as the whole command is wrong.
  const names = Array.from(new Set(unknown.map((each) => quote(each.written))));
  return [
    {
      file: path,
      range: source.range(at, at + written.length),
      message: `${quote(script.file.path)} has no ${
        names.length === 1
          ? `${kind} ${quote(written)}${didYouMean(similar(written, known)) || correctIt}`
          : `options ${seriesAtMost(names, named)}${correctIt}`
      }`,
    },
  ];
}

const correctIt = "; correct the command or the script";

/** Maximum number of options that a finding names. */
const named = 3;

interface UnknownWord {
  readonly kind: "option" | "command";
  readonly written: string;
  readonly at: number;
  readonly known: ReadonlySet<string>;
}

/** The words that a script does not know; of an unknown command only its name, as its options are not known either. */
function unknownWords(
  words: readonly Word[],
  interpreted: boolean,
  line: CommandLine,
): readonly UnknownWord[] {
  const { options, commands } = line;
  const { text: first = "", start = 0 } = words[0] ?? {};
  if (interpreted && commands && /^[a-z][a-z0-9_-]*$/.test(first) && !commands.has(first))
    return placeholder.test(first) ? [] : [{ kind: "command", written: first, at: start, known: commands }];
  const ended = words.findIndex(({ text }) => text === "--");
  return words.slice(0, ended < 0 ? undefined : ended).flatMap(({ text, start: at }) => {
    const [, lead = "", written] = /^(\[?)(-{1,2}[A-Za-z][\w-]*)(?:=.*)?\]?$/.exec(text) ?? [];
    return written === undefined || hasOption(line, written) || placeholder.test(written)
      ? []
      : [{ kind: "option" as const, written, at: at + lead.length, known: options }];
  });
}

/** A short option is similar to every other. */
function similar(written: string, known: ReadonlySet<string>): string | undefined {
  return /^-\w$/.test(written) ? undefined : nearest(written, known);
}

function isNegated(source: SourceText, at: number): boolean {
  const line = source.lineAt(at);
  return [line - 1, line].some((each) => each > 0 && negation.test(source.line(each)));
}
