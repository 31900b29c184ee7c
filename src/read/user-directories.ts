import { existsSync } from "node:fs";
import path, { type PlatformPath } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The user's directory for data that can be made again; undefined if the variables do not name one. As in the XDG Base
 * Directory Specification 0.8, a relative path in a variable is ignored. On Windows it is the local, non-roaming
 * directory. A home directory that does not exist counts as none, so that it is not created.
 */
export function cacheDirectory(env: Environment, platform: PlatformPath = path): string | undefined {
  return userDirectory(env, { variable: "XDG_CACHE_HOME", belowHome: ".cache" }, platform);
}

/** The user's directory for the state of programs, under the rules of `cacheDirectory`. */
export function stateDirectory(env: Environment, platform: PlatformPath = path): string | undefined {
  return userDirectory(env, { variable: "XDG_STATE_HOME", belowHome: ".local/state" }, platform);
}

function userDirectory(
  env: Environment,
  { variable, belowHome }: { readonly variable: string; readonly belowHome: string },
  platform: PlatformPath,
): string | undefined {
  const isWindows = platform.sep === "\\";
  const named = env[isWindows ? "LOCALAPPDATA" : variable];
  if (named && platform.isAbsolute(named)) return named;
  const home = isWindows ? undefined : env["HOME"];
  return home && platform.isAbsolute(home) && existsSync(home) ? platform.join(home, belowHome) : undefined;
}
