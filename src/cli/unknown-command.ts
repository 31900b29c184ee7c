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
const installers: ReadonlySet<string> = new Set(["a", "add", "experimental_install", "experimental_sync", "f", "find", "ls", "remove", "rm", "search", "update", "upgrade", "use"]);

const programOptions = ["--help", "--version", "-V", "-h"];

/** The error for a first word that is no command, with the command that was meant. */
export function unknownCommand(word: string, io: Pick<Io, "cwd">): SkillsError {
  return word.startsWith("-") ? strayOption(word) : new SkillsError("bad-usage", `there is no command ${quote(word)}${suggest(word, io)}`, { hint: hintFor(word) });
}

function suggest(word: string, { cwd }: Pick<Io, "cwd">): string {
  const ours = elsewhere.get(word.toLowerCase());
  if (ours !== undefined) return `; for that there is ${quote(`skills ${ours}`)}`;
  const near = installers.has(word) ? undefined : nearest(word, commands.map(({ name }) => name));
  if (near !== undefined) return `; did you mean ${quote(near)}?`;
  const isThere = word !== "" && (existsSync(word) || existsSync(`${cwd}/${word}`));
  return isThere ? `; ${quote(`skills check ${word}`)} checks what stands there` : "";
}

function hintFor(word: string): string {
  if (installers.has(word)) return `${quote(word)} is a word of vercel's installer of the same name; this is skillwright, and skills --help lists its commands`;
  return "skills --help lists the commands (this is skillwright, not vercel's installer of the same name)";
}

function strayOption(word: string): SkillsError {
  const near = nearest(word, programOptions, word.length > 2 ? 2 : 0);
  if (near !== undefined) return new SkillsError("bad-usage", `there is no option ${quote(word)}; did you mean ${quote(near)}?`, { hint: "skills --help lists the commands" });
  return new SkillsError("bad-usage", `option ${quote(word)} stands before any command`, { hint: `for example: skills validate ${show(word)}` });
}
