// Bundles src/real for live, which runs without a build of the program: node build/real.js
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.js";

const source = fileURLToPath(new URL("../src/", import.meta.url));

export async function bundleReal() {
  const input = { real: path.join(source, "real/index.ts") };
  await bundle(input, { dir: path.join(source, "generated"), format: "esm", entryFileNames: "[name].js" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleReal();
