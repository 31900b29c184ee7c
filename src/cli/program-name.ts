import type { Io } from "./io.ts";

/**
 * How the program is started again: `npx` finds it in the project, where a shell does not. npm 7 and later tell of both that it was
 * "npx" and that it ran "exec" (npm/cli workspaces/libnpmexec, @npmcli/run-script lib/set-path.js and lib/make-spawn-args.js).
 */
export function programName(env: Io["env"]): string {
  return env["npm_command"] === "exec" && env["npm_lifecycle_event"] === "npx" ? "npx skillwright" : "skills";
}
