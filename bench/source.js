// What a bench needs of the sources and dist does not export: bundled to a file that is gone when it has been used.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

/**
 * What a file of this repository exports; it is for the caller to state the type.
 * @template Module
 * @param {string} file
 * @returns {Promise<Module>}
 */
export function importSource(file) {
  return withSource(file, (bundled) => import(pathToFileURL(bundled).href));
}

/**
 * Calls `use` with the path of a module that exports what a TypeScript file of this repository does.
 * @template Result
 * @param {string} file
 * @param {(module: string) => Result | Promise<Result>} use
 * @returns {Promise<Result>}
 */
export async function withSource(file, use) {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-source-"));
  try {
    const bundled = path.join(folder, "source.mjs");
    const build = await rolldown({
      input: fileURLToPath(new URL(`../${file}`, import.meta.url)),
      platform: "node",
      external: /^node:/,
    });
    await build.write({ file: bundled, format: "esm", codeSplitting: false });
    await build.close();
    return await use(bundled);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
