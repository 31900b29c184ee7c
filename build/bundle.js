import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Bundles what `input` names, by name and file; the modules that went in. A warning is a failure. */
export async function bundle(input, output) {
  // The CommonJS builds, which "node" stands for: that of yaml takes twice as long to load as its ES modules, which can be cut down; that of jsonc-parser hides what it requires.
  const alias = { yaml: path.join(root, "node_modules/yaml/browser/dist/index.js"), "jsonc-parser": path.join(root, "node_modules/jsonc-parser/lib/esm/main.js") };
  const build = await rolldown({ input, platform: "node", external: /^node:/, resolve: { alias }, onLog: failOnWarning });
  const { output: chunks } = await build.write(output);
  await build.close();
  return chunks.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}

function failOnWarning(level, log, handle) {
  if (level === "warn") throw new Error(log.message);
  handle(level, log);
}
