import type { Io } from "./io.ts";

/**
 * The command that starts the program again, with `npx` if npx started it, as it finds the program in the project and
 * a shell does not. npx of npm 7 and later sets both variables, to "npx" and "exec" (npm/cli workspaces/libnpmexec,
 * @npmcli/run-script lib/set-path.js and lib/make-spawn-args.js).
 */
export function programName(env: Io["env"]): string {
  return env["npm_command"] === "exec" && env["npm_lifecycle_event"] === "npx" ? "npx skillwright" : "skills";
}
