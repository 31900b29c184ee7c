import { onceForEach } from "../../../core/once.ts";
import type { Script } from "../../../model/script.ts";
import { argumentsAt, stringsOf, type Argument } from "./call-arguments.ts";

/** The options and commands that a script declares to the library that reads its command line. */
export interface CommandLine {
  /** With their dashes, of all commands together. */
  readonly options: ReadonlySet<string>;
  /** Absent if the script has no commands, or not all of them are known. */
  readonly commands?: ReadonlySet<string>;
  /** Whether a long option can be shortened. */
  readonly abbreviated: boolean;
}

/** Words of which a file has one if it uses a library that is read here; used to search the bytes. */
export const libraries = ["argparse", "click", "commander", "yargs", "getopts"] as const;

/** What a script declares. Undefined if it uses no known library, or if it may accept more than its text shows. */
export const commandLineOf = onceForEach((script: Script): CommandLine | undefined => {
  const used = libraries.filter((library) => imports(script, library));
  const [library] = used;
  if (library === undefined || used.length > 1 || forwarded.test(script.file.source.text)) return undefined;
  return readers[library](script);
});

/** Whether a script can be given an option, perhaps shortened, or with its value or other letters after it. */
export function hasOption({ options, abbreviated }: CommandLine, written: string): boolean {
  if (options.has(written) || written === "--help" || written === "-h") return true;
  if (!written.startsWith("--") && options.has(written.slice(0, 2))) return true;
  return abbreviated && Array.from(options).some((option) => option.startsWith(written));
}

/** Words of a script that accepts more than it declares. Some are in quotes, so comments are searched as well. */
const forwarded =
  /\bREMAINDER\b|\bparse_known_(?:intermixed_)?args\b|\bparents\s{0,9}=\s{0,9}[[(\w](?<!T)|\bprefix_chars\b|\b(?:ignore_unknown_options|allow_extra_args|token_normalize_func|UNPROCESSED)\b|\b(?:allowUnknownOption|passThroughOptions)\b|\btyper\b/;

type Library = (typeof libraries)[number];

function imports({ language, imports: imported, code }: Script, library: Library): boolean {
  if (library === "getopts") return language === "shell" && /^[ \t]*(?:while[ \t]+)?getopts[ \t]/m.test(code);
  const isPython = library === "argparse" || library === "click";
  if (isPython !== (language === "python")) return false;
  return imported.some(({ specifier }) => specifier === library || specifier.startsWith(`${library}/`));
}

const readers: Readonly<Record<Library, (script: Script) => CommandLine | undefined>> = {
  argparse: readArgparse,
  click: readClick,
  commander: readCommander,
  yargs: readYargs,
  getopts: readGetopts,
};

/** The arguments of each call that a pattern finds, which ends before the bracket. */
function calls(script: Script, pattern: RegExp): readonly (readonly Argument[] | undefined)[] {
  return Array.from(script.code.matchAll(pattern), ({ 0: found, index }) =>
    argumentsAt(script, index + found.length),
  );
}

/** The strings before the first keyword argument; undefined if one of them is not a plain string. */
function leading(args: readonly Argument[] | undefined): readonly string[] | undefined {
  const first = args?.slice(
    0,
    args.some(({ keyword }) => keyword) ? args.findIndex(({ keyword }) => keyword) : undefined,
  );
  const strings = first?.flatMap(({ literal }) => literal ?? []);
  return strings?.length === first?.length ? strings : undefined;
}

/** Variables that get what a call of one of the functions returns. */
function variables(code: string, functions: RegExp): ReadonlySet<string> {
  return new Set(Array.from(code.matchAll(functions), ([, name = ""]) => name));
}

/** Whether a function that the script does not define gets one of the variables, so that it can add options. */
function isPassedOn(code: string, names: ReadonlySet<string>): boolean {
  return Array.from(
    code.matchAll(/(?<![\w.$])((?:\w{1,80}\.){0,4})(\w{1,80})\(\s{0,40}(\w{1,80})\s{0,40}[,)]/g),
  ).some(
    ([, owner = "", callee = "", argument = ""]) =>
      names.has(argument) &&
      !/^(?:print|len|str|isinstance|type|hasattr|if|while|switch|return)$/.test(callee) &&
      (owner !== "" || !isDefined(code, callee)),
  );
}

function isDefined(code: string, name: string): boolean {
  return new RegExp(String.raw`\b(?:def|function|const|let|var)\s{1,9}${name}\b`).test(code);
}

const argumentVector =
  /(?:\bparse_args|\bmain|\brun|\blen)\(\s{0,40}sys\.argv\b|\bsys\.argv\[0\]|\bprocess\.argv\b(?=\.length|\s{0,9}\))/g;

/** Whether a script also reads its arguments without the library. */
function readsArguments(code: string): boolean {
  return /\b(?:sys|process)\.argv\b/.test(code.replace(argumentVector, ""));
}

function readArgparse(script: Script): CommandLine | undefined {
  const { code } = script;
  const parsers = Array.from(code.matchAll(/(?<!\w)ArgumentParser\(/g));
  const isOwn = /\(\s{0,9}(?:argparse\.)?ArgumentParser\s{0,9}[,)]/.test(code);
  if (parsers.length === 0 || isOwn || readsArguments(code)) return undefined;
  const names = variables(
    code,
    /(?<![\w.])(\w{1,80})\s{0,9}=\s{0,9}[\w.]{0,80}(?<![a-z])(?:ArgumentParser|add_parser|add_argument_group|add_mutually_exclusive_group|add_subparsers)\(/g,
  );
  if (isPassedOn(code, names) || isParserImported(code)) return undefined;
  const options = new Set<string>();
  let choices: ReadonlySet<string> | undefined;
  for (const [index, args] of calls(script, /\.add_argument(?=\()/g).entries()) {
    const flags = leading(args);
    if (!args || !flags || flags.length === 0 || args.some(({ code: value }) => /^\s*\*/.test(value)))
      return undefined;
    for (const flag of flags) if (flag.startsWith("-")) addTo(options, flag, args);
    if (index === 0 && !flags[0]!.startsWith("-") && parsers.length === 1) choices = choicesOf(script, args);
  }
  const commands = /\badd_subparsers\(/.test(code) ? subparsers(script) : choices;
  return {
    options,
    ...(commands && { commands }),
    abbreviated: !/\ballow_abbrev\s{0,9}=\s{0,9}False\b/.test(code),
  };
}

function addTo(options: Set<string>, flag: string, args: readonly Argument[]): void {
  options.add(flag);
  if (flag.startsWith("--") && args.some(({ code }) => code.includes("BooleanOptionalAction")))
    options.add(`--no-${flag.slice(2)}`);
}

/** The only values of a positional argument that is required. */
function choicesOf(script: Script, args: readonly Argument[]): ReadonlySet<string> | undefined {
  if (args.some(({ keyword }) => keyword === "type")) return undefined;
  const choices = args.find(({ keyword }) => keyword === "choices");
  const strings = choices && stringsOf(script, choices);
  return strings && new Set(strings);
}

function subparsers(script: Script): ReadonlySet<string> | undefined {
  const commands = new Set<string>();
  for (const args of calls(script, /\.add_parser(?=\()/g)) {
    const [name] = leading(args) ?? [];
    const aliases = args?.find(({ keyword }) => keyword === "aliases");
    const others = aliases ? stringsOf(script, aliases) : [];
    if (name === undefined || !others) return undefined;
    for (const each of [name, ...others]) commands.add(each);
  }
  return commands.size > 0 ? commands : undefined;
}

/** Whether the arguments are parsed by what a function that the script does not define returns. */
function isParserImported(code: string): boolean {
  return Array.from(code.matchAll(/(?<![\w.])(\w{1,80})(\([^()\n]{0,80}\))?\.parse_args\(/g)).some(
    ([, name = "", call]) => {
      if (call) return name !== "ArgumentParser" && !isDefined(code, name);
      const [, maker] =
        new RegExp(String.raw`(?<![\w.])${name}\s{0,9}=\s{0,9}(?:\w{1,80}\.){0,4}(\w{1,80})\(`).exec(code) ??
        [];
      return (
        maker !== undefined && maker !== "ArgumentParser" && maker !== "add_parser" && !isDefined(code, maker)
      );
    },
  );
}

function readClick(script: Script): CommandLine | undefined {
  const { code } = script;
  const decorators = Array.from(code.matchAll(/^[ \t]*@(\w{1,80})/gm), ([, name = ""]) => name);
  const known = (name: string): boolean => harmless.test(name) || isDefined(code, name);
  if (!/@click\.(?:command|group)\b/.test(code) || readsArguments(code) || !decorators.every(known))
    return undefined;
  if (/\b(?:add_command|CommandCollection|MultiCommand|params)\b|\bcls\s{0,9}=/.test(code)) return undefined;
  const options = new Set<string>();
  for (const args of calls(script, /@click\.option(?=\()/g)) {
    const flags = leading(args);
    if (!flags || flags.length === 0) return undefined;
    for (const flag of flags.flatMap((each) => each.split("/")))
      if (flag.trim().startsWith("-")) options.add(flag.trim());
  }
  for (const [name, option] of clickOptions) if (code.includes(`@click.${name}`)) options.add(option);
  const commands = /@click\.group\b/.test(code) ? clickCommands(script) : undefined;
  return { options, ...(commands && { commands }), abbreviated: false };
}

/** Decorators that add no option. */
const harmless =
  /^(?:click|functools|wraps|staticmethod|classmethod|property|dataclass|dataclasses|contextmanager|contextlib|lru_cache|cache)$/;

const clickOptions = [
  ["version_option", "--version"],
  ["confirmation_option", "--yes"],
  ["password_option", "--password"],
] as const;

function clickCommands(script: Script): ReadonlySet<string> | undefined {
  const { code } = script;
  const commands = new Set<string>();
  const pattern = /^[ \t]*@(?!click\.group\b)\w{1,80}\.(?:command|group)\b/gm;
  for (const { 0: found, index } of code.matchAll(pattern)) {
    const end = index + found.length;
    const args = code.charAt(end) === "(" ? argumentsAt(script, end) : [];
    const given = args?.find(({ keyword }) => keyword === undefined || keyword === "name");
    const [, name = ""] = /^def[ \t]+(\w{1,80})/m.exec(code.slice(end, end + 4_000)) ?? [];
    if (!args || (given && given.literal === undefined) || name === "") return undefined;
    const dashed = name.replaceAll("_", "-");
    // Since click 8.2, the name of a function loses these endings.
    for (const each of given?.literal === undefined
      ? [dashed, dashed.replace(/-(?:command|cmd|group|grp)$/, "")]
      : [given.literal])
      commands.add(each);
  }
  return commands.size > 0 ? commands : undefined;
}

function readCommander(script: Script): CommandLine | undefined {
  const { code, imports: imported } = script;
  const isSplit = /\.addCommand\(/.test(code) && imported.some(({ specifier }) => specifier.startsWith("."));
  const names = variables(
    code,
    /\b(\w{1,80})\s{0,9}=\s{0,9}(?:new\s{1,9}(?:\w{1,80}\.)?Command\(|createCommand\(|[\w.]{0,80}\.command\()/g,
  );
  if (isSplit || readsArguments(code) || isPassedOn(code, new Set([...names, "program"]))) return undefined;
  const options = new Set<string>();
  if (/\.version\(/.test(code)) for (const flag of ["-V", "--version"]) options.add(flag);
  for (const args of calls(
    script,
    /(?:\.(?:option|requiredOption)|\bnew\s{1,9}(?:\w{1,80}\.)?Option)(?=\()/g,
  )) {
    if (args?.[0]?.literal === undefined) return undefined;
    addFlags(options, args[0].literal);
  }
  for (const args of calls(script, /\.(?:version|helpOption)(?=\()/g))
    for (const { literal } of args ?? []) addFlags(options, literal ?? "");
  const commands = commanderCommands(script);
  return { options, ...(commands && { commands }), abbreviated: false };
}

/** Adds the flags of a text such as "-p, --port <number>". */
function addFlags(options: Set<string>, written: string): void {
  for (const flag of written.split(/[ ,|=]+/)) {
    if (!flag.startsWith("-")) continue;
    options.add(flag);
    if (flag.startsWith("--no-")) options.add(`--${flag.slice("--no-".length)}`);
  }
}

function commanderCommands(script: Script): ReadonlySet<string> | undefined {
  const commands = new Set(["help"]);
  if (
    /\bisDefault\b|\.aliases\(|\.addCommand\(|\bnew\s{1,9}(?:\w{1,80}\.)?Command\(\s{0,9}["'`]/.test(
      script.code,
    )
  )
    return undefined;
  for (const args of calls(script, /\.(?:command|alias)(?=\()/g)) {
    const [name] = args?.[0]?.literal?.split(/[ <[]/, 1) ?? [];
    if (name === undefined) return undefined;
    commands.add(name);
  }
  return commands.size > 1 ? commands : undefined;
}

/** Only a strict parser of yargs refuses what is not declared. */
function readYargs(script: Script): CommandLine | undefined {
  const { code } = script;
  const vector = /\b(?:hideBin|yargs)\(\s{0,9}process\.argv\b|\bprocess\.argv\.slice\(\s{0,9}2\s{0,9}\)/g;
  if (
    !/\.strict(?:Options)?\(\s{0,9}(?:true)?\s{0,9}\)/.test(code) ||
    readsArguments(code.replace(vector, ""))
  )
    return undefined;
  if (
    /\.(?:options|alias|boolean|string|number|array|count|commandDir|parserConfiguration|config|env)\(|\balias\b|\.command\(\s{0,9}[^"'`\s]/.test(
      code,
    )
  )
    return undefined;
  const options = new Set(["--version"]);
  for (const args of calls(script, /\.option(?=\()/g)) {
    const name = args?.[0]?.literal;
    if (name === undefined) return undefined;
    const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    for (const each of [name, dashed, camel])
      for (const no of ["", "no-"]) options.add(each.length > 1 ? `--${no}${each}` : `-${each}`);
  }
  return { options, abbreviated: false };
}

function readGetopts(script: Script): CommandLine | undefined {
  const { code, file } = script;
  if (/\bcase[ \t]+["']?\$\{?[1-9@*]|\bgetopt[ \t]|\bset[ \t]+--|\$@/.test(file.source.text))
    return undefined;
  const options = new Set<string>();
  for (const { 0: found, index } of code.matchAll(/\bgetopts[ \t]{1,9}/g)) {
    const from = index + found.length;
    const [, letters] =
      /^(?:"([\w:?]{1,80})"|'([\w:?]{1,80})'|([\w:?]{1,80}))[ \t]/
        .exec(file.source.text.slice(from, from + 100))
        ?.filter((each) => each !== undefined) ?? [];
    if (letters === undefined) return undefined;
    for (const letter of letters.replace(/[:?]/g, "")) options.add(`-${letter}`);
  }
  return { options, abbreviated: false };
}
