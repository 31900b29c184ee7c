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
    external: (id, importer) => id.startsWith("node:") && !insteadOf(id, importer),
    treeshake: {
      // js-yaml reads its writer from an object, `dumper.dump`, which would keep all of it.
      propertyReadSideEffects: false,
      // Its entry loads a formatter, which makes 1,200 strings first.
      moduleSideEffects: [{ test: /[\\/]node_modules[\\/]jsonc-parser[\\/]/, sideEffects: false }],
    },
    resolve: { alias },
    // Files that contain groups of modules export more than their entries.
    preserveEntrySignatures: output.codeSplitting ? "allow-extension" : "exports-only",
    plugins: [leaveApart(apart), replaced, ...plugins],
    // How long plugins take depends on the machine.
    checks: { pluginTimings: false },
    onLog: failOnWarning,
  });
  const { output: chunks } = await build.write(output);
  await build.close();
  return chunks.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}

/**
 * Some modules that libraries load are not used here and take milliseconds at each start; others are not in a browser.
 * @type {import("rolldown").Plugin}
 */
const replaced = {
  name: "replaced",
  resolveId: (written, importer) => (insteadOf(written, importer) ? `\0${written}` : null),
  load: (id) => instead.find(({ module }) => id === `\0${module}`)?.code ?? null,
};

/** @param {string} written @param {string | undefined} importer */
function insteadOf(written, importer = "") {
  return instead.find(({ module, by }) => written === module && by.test(importer));
}

const nothing = "module.exports = {};";

const instead = [
  // Commander starts a command that is a program of its own, of which there is none here.
  { module: "node:child_process", by: /[\\/]node_modules[\\/]commander[\\/]/, code: nothing },
  // Looks up hosts for a network, which no played shell has.
  { module: "node:dns", by: /[\\/]node_modules[\\/]just-bash[\\/]/, code: nothing },
  // Reads functions and patterns in YAML, which are not part of the safe schema.
  { module: "./schema/default_full", by: /[\\/]node_modules[\\/]js-yaml-3[\\/]/, code: nothing },
  // Holds what !!binary decodes to, which is read here as any bytes are.
  { module: "buffer", by: /[\\/]node_modules[\\/]js-yaml-3[\\/]/, code: "exports.Buffer = Uint8Array;" },
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
