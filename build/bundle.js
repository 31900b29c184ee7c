import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Bundles the files of `input`, by name, and returns the bundled modules. A warning is a failure.
 * `apart` maps the paths of sources that become separate files to the paths from which the output loads them.
 * @param {Record<string, string>} input
 * @param {import("rolldown").OutputOptions} output
 * @param {Readonly<Record<string, string>>} apart
 * @param {readonly import("rolldown").Plugin[]} plugins
 */
export async function bundle(input, output, apart = {}, plugins = []) {
  // The condition "node" would select CommonJS builds: the one of yaml takes twice as long to load as its ES modules,
  // which can be tree-shaken, and the one of jsonc-parser hides its imports.
  const alias = {
    yaml: path.join(root, "node_modules/yaml/browser/dist/index.js"),
    "jsonc-parser": path.join(root, "node_modules/jsonc-parser/lib/esm/main.js"),
  };
  const build = await rolldown({
    input,
    platform: "node",
    external: (id, importer) => id.startsWith("node:") && !isUnused(id, importer),
    // Its entry loads a formatter, which makes 1,200 strings first.
    treeshake: {
      moduleSideEffects: [{ test: /[\\/]node_modules[\\/]jsonc-parser[\\/]/, sideEffects: false }],
    },
    resolve: { alias },
    // Files that contain groups of modules export more than their entries.
    preserveEntrySignatures: output.codeSplitting ? "allow-extension" : "exports-only",
    plugins: [leaveApart(apart), withoutUnused, ...plugins],
    // How long plugins take depends on the machine.
    checks: { pluginTimings: false },
    onLog: failOnWarning,
  });
  const { output: chunks } = await build.write(output);
  await build.close();
  return chunks.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}

/** What libraries load for what is not used here takes milliseconds at each start. @type {import("rolldown").Plugin} */
const withoutUnused = {
  name: "without-unused",
  resolveId: (written, importer) => (isUnused(written, importer) ? "\0unused" : null),
  load: (id) => (id === "\0unused" ? "module.exports = {};" : null),
};

/** @param {string} written @param {string | undefined} importer */
function isUnused(written, importer = "") {
  return unused.some(({ module, by }) => written === module && by.test(importer));
}

const unused = [
  // Commander starts a command that is a program of its own, of which there is none here.
  { module: "node:child_process", by: /[\\/]node_modules[\\/]commander[\\/]/ },
  // Checks functions in YAML, which are not part of the safe schema.
  { module: "esprima", by: /[\\/]node_modules[\\/]js-yaml-3[\\/]/ },
];

/** @param {Readonly<Record<string, string>>} apart @returns {import("rolldown").Plugin} */
function leaveApart(apart) {
  return {
    name: "apart",
    resolveId(written, importer) {
      const id = importer && apart[path.resolve(path.dirname(importer), written)];
      return id ? { id, external: true } : null;
    },
  };
}

/** @type {NonNullable<import("rolldown").InputOptions["onLog"]>} */
function failOnWarning(level, log, handle) {
  if (level === "warn") throw new Error(log.message);
  handle(level, log);
}
