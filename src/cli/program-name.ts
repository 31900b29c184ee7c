import type { Io } from "./io.ts";

/**
 * The command that starts the program again: `npx` finds it in the project, where a shell does not. With npx, npm 7 and later set
 * both variables, to "npx" and "exec" (npm/cli workspaces/libnpmexec, @npmcli/run-script lib/set-path.js and lib/make-spawn-args.js).
 */
export function programName(env: Io["env"]): string {
  return env["npm_command"] === "exec" && env["npm_lifecycle_event"] === "npx" ? "npx skillwright" : "skills";
}
