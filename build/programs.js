import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.js";

const source = fileURLToPath(new URL("../src/bin/", import.meta.url));

export const programs = ["skills", "skills-ref"];

/**
 * Bundles each program as NAME.cjs; `others` are entries that share files with the programs. Returns the bundled
 * modules. CommonJS, as it starts in a fifth of the time of ESM.
 * @param {string} folder
 * @param {readonly string[]} others
 * @param {Pick<import("rolldown").OutputOptions, "codeSplitting">} splitting
 * @param {{ readonly apart?: Readonly<Record<string, string>>, readonly plugins?: readonly import("rolldown").Plugin[] }} rest
 */
export async function bundlePrograms(folder, others, splitting, { apart, plugins }) {
  /** @type {import("rolldown").OutputOptions} */
  const output = {
    dir: folder,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "chunk-[name]-[hash].cjs",
    minify: true,
    comments: false,
    // Decoding a file with other characters takes twice as long, at each start.
    charset: "ascii",
    dynamicImportInCjs: false,
  };
  const entries = [...programs, ...others].map((name) => [name, path.join(source, `${name}.ts`)]);
  return bundle(Object.fromEntries(entries), { ...output, ...splitting }, apart, plugins);
}
