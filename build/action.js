// Bundles the action and the program into a directory: node build/action.js FOLDER
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { writeDigest } from "./digest.js";
import { writeNotices } from "./notices.js";
import { inside, leaveOutCommands } from "./played-shell.js";
import { bundlePrograms } from "./programs.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Writes action.cjs, skills.cjs, skills-ref.cjs, thread.cjs and shell-thread.cjs, their shared chunks, and the licenses of the bundled packages. @param {string} folder */
export async function bundleAction(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const modules = await bundlePrograms(
    folder,
    ["action", "thread", "shell-thread"],
    {},
    { plugins: [leaveOutCommands()] },
  );
  const contained = inside.map((name) => path.join(root, "node_modules", name, "package.json"));
  writeNotices([...modules, ...contained], folder);
  writeDigest(folder);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("node build/action.js FOLDER");
  await bundleAction(path.resolve(folder));
}
