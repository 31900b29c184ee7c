import { allAsTyped } from "../report/drawing/as-typed.ts";

/** The part of `Io` that says how the program was started. */
export interface Start {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The path of the program's file or of the link to it; absent if it is not known, which means `skills`. */
  readonly startedAs?: string | undefined;
}

/**
 * The command that starts the program again where its output is read. That is the name that was typed if a shell finds
 * it, and `npx skillwright` if only npx does: programs in node_modules, in the environment of pre-commit (its
 * languages/node.py; it sets PRE_COMMIT) and on the runner of a GitHub workflow. npx of npm 7 and later sets both
 * variables, to "npx" and "exec" (npm/cli workspaces/libnpmexec, @npmcli/run-script lib/set-path.js and
 * lib/make-spawn-args.js); it may have started a global program. A script of package.json starts what is in
 * node_modules; everything else that it finds, a shell finds too.
 */
export function programName({ env, startedAs }: Start): string {
  const isNpx = env["npm_command"] === "exec" && env["npm_lifecycle_event"] === "npx";
  const isElsewhere = env["GITHUB_ACTIONS"] === "true" || env["PRE_COMMIT"] === "1";
  return isNpx || isElsewhere || isInPackages(startedAs) ? "npx skillwright" : nameTyped(startedAs);
}

/**
 * The name that begins messages and is shown with the version: `skills` only for a program that was started under this
 * name, which another package has too.
 */
export function nameTyped(startedAs: string | undefined): "skills" | "skillwright" {
  const file = startedAs?.split(/[\\/]/).at(-1) ?? "skills";
  const isOurFile = file === "skills.cjs" || file === "skills-ref.cjs";
  return file === "skills" || (isOurFile && !isInPackages(startedAs)) ? "skills" : "skillwright";
}

function isInPackages(startedAs = ""): boolean {
  return startedAs.split(/[\\/]/).includes("node_modules");
}

/** A help text in which every command can be typed as it is; paragraphs whose lines become too long are wrapped again. */
export function helpAsTyped(text: string, start: Start): string {
  const command = programName(start);
  if (command === "skills") return text;
  return text
    .split("\n\n")
    .map((block) => {
      const typed = allAsTyped(block, command);
      return /^\n?(?:Usage|Examples):/.test(block) ? typed.replace(/^.{81,}$/gm, closer) : wrapAgain(typed);
    })
    .join("\n\n");
}

/** What does not fit on a line begins the next one of its paragraph, or a new one. */
function wrapAgain(block: string): string {
  const lines = block.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.length <= widest) continue;
    const end = line.lastIndexOf(" ", widest);
    const next = lines[at + 1] ?? "";
    const term = /^ +\S(?:\S| (?! ))* {2,}/.exec(line)?.[0].length;
    const [own, following] = [indentOf(line), indentOf(next)];
    const isOfTerm = term !== undefined || following > own;
    const goesOn =
      next !== "" &&
      !/\S {2}/.test(next) &&
      (isOfTerm ? following > own : following === own && !/[.:]$/.test(line));
    const indent = term ?? (goesOn ? following : own);
    const rest = `${line.slice(end + 1)}${goesOn ? ` ${next.trimStart()}` : ""}`;
    lines[at] = line.slice(0, end);
    lines.splice(at + 1, goesOn ? 1 : 0, `${" ".repeat(indent)}${rest}`);
  }
  return lines.join("\n");
}

/** A command and its comment, with fewer spaces between them. */
function closer(line: string): string {
  return line.replace(/(?<=\S) {3,}/, (gap) => gap.slice(Math.min(line.length - widest, gap.length - 2)));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

const widest = 80;
