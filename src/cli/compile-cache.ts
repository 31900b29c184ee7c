import module from "node:module";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Lets Node 22.8 and later keep the compiled program in the directory that `find` returns, if any. Not with
 * `NODE_DISABLE_COMPILE_CACHE=1`, not with `NODE_COMPILE_CACHE`, which names another directory, and not in CI, where
 * the directory is usually deleted after a run.
 */
export function keepCompiledCode(env: Environment, find: () => string | undefined): void {
  if (!("enableCompileCache" in module) || typeof module.enableCompileCache !== "function") return;
  if (env["NODE_DISABLE_COMPILE_CACHE"] || env["NODE_COMPILE_CACHE"] || env["CI"]) return;
  const directory = find();
  if (directory !== undefined) module.enableCompileCache(directory);
}
