// Imports what dist does not export from the sources, by bundling it to a temporary file.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

/**
 * The exports of a file of this repository; the caller declares the type.
 * @template Module
 * @param {string} file
 * @returns {Promise<Module>}
 */
export function importSource(file) {
  return withSource(file, (bundled) => import(pathToFileURL(bundled).href));
}

/**
 * Calls `use` with the path of a JavaScript build of a TypeScript file of this repository.
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
      // Of jsonc-parser, as its other build calls a `require` of its own.
      resolve: { mainFields: ["module", "main"] },
    });
    await build.write({ file: bundled, format: "esm", codeSplitting: false });
    await build.close();
    return await use(bundled);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
