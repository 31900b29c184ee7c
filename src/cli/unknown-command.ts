import { existsSync } from "node:fs";
import { SkillsError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { quote, show } from "../core/show.ts";
import { commands } from "./command-list.ts";
import type { Io } from "./io.ts";

/** What other programs for skills, and for packages, call what one of our commands does. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ["add", "install PATH"],
  ["audit", "inspect PATH"],
  ["build", "pack DIR"],
  ["bundle", "pack DIR"],
  ["capabilities", "inspect PATH"],
  ["create", "init NAME"],
  ["deps", "graph PATH"],
  ["docs", "explain RULE"],
  ["doctor", "check"],
  ["eval", "test PATH"],
  ["evals", "test PATH"],
  ["evaluate", "test PATH"],
  ["fix", "lint --fix"],
  ["fmt", "lint --fix"],
  ["format", "lint --fix"],
  ["generate", "init NAME"],
  ["hash", "digest PATH"],
  ["i", "install PATH"],
  ["info", "inspect PATH"],
  ["ls", "list"],
  ["move", "rename OLD NEW"],
  ["mv", "rename OLD NEW"],
  ["new", "init NAME"],
  ["package", "pack DIR"],
  ["preview", "run PROMPT"],
  ["publish", "pack --target"],
  ["remove", "uninstall NAME"],
  ["rm", "uninstall NAME"],
  ["rules", "explain"],
  ["scaffold", "init NAME"],
  ["scan", "inspect PATH"],
  ["score", "check"],
  ["show", "inspect PATH"],
  ["simulate", "run PROMPT"],
  ["tokens", "graph PATH"],
  ["tree", "graph PATH"],
  ["un", "uninstall NAME"],
  ["upload", "pack --target"],
  ["zip", "pack DIR"],
]);

/** Commands of the installer that bears our name: src/cli.ts of vercel-labs/skills. Those that we have too mean something else there. */
const installers: ReadonlySet<string> = new Set([
  "a",
  "add",
  "experimental_install",
  "experimental_sync",
  "f",
  "find",
  "ls",
  "remove",
  "rm",
  "search",
  "update",
  "upgrade",
  "use",
]);

const programOptions = ["--help", "--version", "-V", "-h"];

/** Whether what begins with an option is no `skills check` with its word left out: an option of the program misspelt, or one that stands before another command. */
export function isSlip(args: readonly string[]): boolean {
  return misspelt(args[0] ?? "") !== undefined || laterCommand(args) !== undefined;
}

/** The error for a first word that is no command, with the command that was meant. */
export function unknownCommand(args: readonly string[], io: Pick<Io, "cwd">): SkillsError {
  const [word = ""] = args;
  return word.startsWith("-")
    ? strayOption(word, args)
    : new SkillsError("bad-usage", `there is no command ${quote(word)}${suggest(word, io)}`, {
        hint: hintFor(word),
      });
}

function suggest(word: string, { cwd }: Pick<Io, "cwd">): string {
  const ours = elsewhere.get(word.toLowerCase());
  if (ours !== undefined) return `; for that there is ${quote(`skills ${ours}`)}`;
  const near = installers.has(word)
    ? undefined
    : nearest(
        word,
        commands.map(({ name }) => name),
      );
  if (near !== undefined) return `; did you mean ${quote(near)}?`;
  const isThere = word !== "" && (existsSync(word) || existsSync(`${cwd}/${word}`));
  return isThere ? `; ${quote(`skills check ${word}`)} checks what stands there` : "";
}

function hintFor(word: string): string {
  if (installers.has(word))
    return `${quote(word)} is a word of vercel's installer of the same name; this is skillwright, and skills --help lists its commands`;
  return "skills --help lists the commands (this is skillwright, not vercel's installer of the same name)";
}

function strayOption(word: string, args: readonly string[]): SkillsError {
  const near = misspelt(word);
  if (near !== undefined)
    return new SkillsError("bad-usage", `there is no option ${quote(word)}; did you mean ${quote(near)}?`, {
      hint: "skills --help lists the commands",
    });
  const command = laterCommand(args) ?? "check";
  return new SkillsError("bad-usage", `option ${quote(word)} stands before the command ${quote(command)}`, {
    hint: `for example: skills ${command} ${show(word)}`,
  });
}

/** The option of the program that was meant. Those of `skills check` are none that anybody types for one of these. */
function misspelt(word: string): string | undefined {
  return nearest(word, programOptions, word.length > 2 ? 2 : 0);
}

/** The first word that is a command, where no `--` says that what follows are paths. */
function laterCommand(args: readonly string[]): string | undefined {
  const end = args.indexOf("--");
  return args
    .slice(0, end < 0 ? args.length : end)
    .find((word) => commands.some(({ name }) => name === word));
}
