// Bundles the action and the program into a directory: node build/action.js FOLDER
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.js";
import { writeDigest } from "./digest.js";
import { writeNotices } from "./notices.js";
import { inside, leaveOutCommands } from "./played-shell.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = fileURLToPath(new URL("../src/bin/", import.meta.url));

/** Writes action.cjs, skills.cjs, skills-ref.cjs and thread.cjs, their shared chunks, and the licenses of the bundled packages. @param {string} folder */
export async function bundleAction(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const input = Object.fromEntries(
    ["action", "skills", "skills-ref", "thread"].map((name) => [name, path.join(source, `${name}.ts`)]),
  );
  /** @type {import("rolldown").OutputOptions} */
  const output = {
    dir: folder,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "chunk-[name]-[hash].cjs",
    minify: true,
    comments: false,
  };
  const modules = await bundle(input, output, {}, [leaveOutCommands()]);
  const contained = inside.map((name) => path.join(root, "node_modules", name, "package.json"));
  writeNotices([...modules, ...contained], folder);
  writeDigest(folder);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("node build/action.js FOLDER");
  await bundleAction(path.resolve(folder));
}
