import { existsSync } from "node:fs";
import { SkillsError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { quote, show } from "../core/show.ts";
import { commands } from "./command-list.ts";
import type { Io } from "./io.ts";
import { nameTyped, programName, type Start } from "./program-name.ts";

/** Commands of other programs for skills and packages, with our equivalent. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ["add", "install PATH"],
  ["audit", "inspect PATH"],
  ["build", "pack DIR"],
  ["bundle", "pack DIR"],
  ["capabilities", "inspect PATH"],
  ["create", "init NAME"],
  ["deps", "graph PATH"],
  ["docs", "explain RULE"],
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

/**
 * Commands of vercel's installer, which is also called `skills` (src/cli.ts of vercel-labs/skills). Commands that
 * both programs have mean something else there.
 */
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

/**
 * Whether arguments that begin with an option are a mistake instead of an implicit `skills check`: a misspelled
 * option of the program, or an option before a command.
 */
export function isSlip(args: readonly string[]): boolean {
  return misspelled(args[0] ?? "") !== undefined || laterCommand(args) !== undefined;
}

/** The error for an unknown command; suggests the command that was probably meant. */
export function unknownCommand(args: readonly string[], io: Start & Pick<Io, "cwd">): SkillsError {
  const [word = ""] = args;
  return word.startsWith("-")
    ? strayOption(word, args)
    : new SkillsError("bad-usage", `unknown command ${quote(word)}${suggest(word, io)}`, {
        hint: hintFor(word, io),
      });
}

function suggest(word: string, io: Start & Pick<Io, "cwd">): string {
  const ours = elsewhere.get(word.toLowerCase());
  if (ours !== undefined) return `; use \`skills ${ours}\``;
  const near = installers.has(word)
    ? undefined
    : nearest(
        word,
        commands.map(({ name }) => name),
      );
  if (near !== undefined) return `; did you mean ${quote(near)}?`;
  const isThere = word !== "" && (existsSync(word) || existsSync(`${io.cwd}/${word}`));
  return isThere ? `; to check that path, use ${quote(`${programName(io)} check ${word}`)}` : "";
}

function hintFor(word: string, { startedAs }: Start): string {
  const same = nameTyped(startedAs) === "skills" ? " of the same name" : "";
  if (installers.has(word))
    return `${quote(word)} is a command of vercel's installer${same}; skills --help lists the commands of skillwright`;
  return `skills --help lists the commands${same === "" ? "" : ` (this is skillwright, not vercel's installer${same})`}`;
}

function strayOption(word: string, args: readonly string[]): SkillsError {
  const near = misspelled(word);
  if (near !== undefined)
    return new SkillsError("bad-usage", `unknown option ${quote(word)}; did you mean ${quote(near)}?`, {
      hint: "skills --help lists the commands",
    });
  const command = laterCommand(args) ?? "check";
  return new SkillsError("bad-usage", `option ${quote(word)} must come after the command ${quote(command)}`, {
    hint: `for example: skills ${command} ${show(word)}`,
  });
}

/** The program's option that was probably meant; options of `skills check` are never similar to it. */
function misspelled(word: string): string | undefined {
  return nearest(word, programOptions, word.length > 2 ? 2 : 0);
}

/** The first command among the words before any `--`. */
function laterCommand(args: readonly string[]): string | undefined {
  const end = args.indexOf("--");
  return args
    .slice(0, end < 0 ? args.length : end)
    .find((word) => commands.some(({ name }) => name === word));
}
