import { commands } from "./command-list.ts";
import type { Io } from "./io.ts";

/**
 * The command that starts the program again, with `npx` if npx started it, because npx finds the project's copy and a
 * shell does not. npx of npm 7 and later sets both variables, to "npx" and "exec" (npm/cli workspaces/libnpmexec,
 * @npmcli/run-script lib/set-path.js and lib/make-spawn-args.js). The log of a GitHub workflow is read on another
 * machine, where the program may not be installed.
 */
export function programName(env: Io["env"]): string {
  const isNpx = env["npm_command"] === "exec" && env["npm_lifecycle_event"] === "npx";
  return isNpx || env["GITHUB_ACTIONS"] === "true" ? "npx skillwright" : "skills";
}

/**
 * A message of ours in which every command can be typed as it is: `skills init` may have to be `npx skillwright init`.
 * What is in double quotes is a name or a text of the user.
 */
export function asTyped(text: string, env: Io["env"]): string {
  const name = programName(env);
  if (name === "skills") return text;
  return text.replace(
    /"[^"\n]*"|(?<=^|[\s`])skills (?=(--help|\[COMMAND\]|[a-z]+)(?![\w-]))/gm,
    (start, word: string | undefined) =>
      word !== undefined && (/^[-[]/.test(word) || commands.some((command) => command.name === word))
        ? `${name} `
        : start,
  );
}

/** A help text in which the usage and the examples can be typed as they are. */
export function examplesAsTyped(text: string, env: Io["env"]): string {
  return text
    .split("\n\n")
    .map((block) => (/^\n?(?:Usage|Examples):/.test(block) ? asTyped(block, env) : block))
    .join("\n\n");
}
