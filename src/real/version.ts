import type { InstalledClient } from "./play-session.ts";
import type { SessionPlace } from "./workspace.ts";

/** The version that a client prints, or undefined if it prints none. */
export async function versionOf(
  { program, sandbox, seconds }: InstalledClient,
  { home, project, tmp }: SessionPlace,
): Promise<string | undefined> {
  const { stdout } = await sandbox.run([program, "--version"], {
    cwd: project,
    home,
    env: { TMPDIR: tmp },
    seconds,
  });
  return /(?<![\w.])\d+\.\d+\.\d+(?:-[\w.]+)?/.exec(stdout)?.[0];
}
