// Packs dist, installs it in an empty directory with every given Node, and runs every command there with npx.
// node bench/package-nodes.js [--node PATH]…
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { companionSteps, installFresh, objection, packInto, steps, writeFiles } from "./packed.js";

const { values } = parseArgs({
  options: { node: { type: "string", multiple: true, default: [process.execPath] } },
});

const folder = mkdtempSync(path.join(tmpdir(), "bench-package-"));
const { tarball, companion, size, unpackedSize, paths } = packInto(folder);
console.log(`${path.basename(tarball)}: ${paths.length} files, ${size} bytes, ${unpackedSize} unpacked`);
for (const node of values.node) tryOut(node);
rmSync(folder, { recursive: true });

/** @param {string} node */
function tryOut(node) {
  const { directory, said, remove } = installFresh([tarball, companion], node);
  writeFiles(directory);
  const all = [...steps, ...companionSteps];
  const objections = all.flatMap((step) => {
    const heard = objection(step, directory, { node, by: ["npx", "--no-install"] });
    return heard === undefined ? [] : [`  ${step.line}: ${heard}`];
  });
  if (/\b(?:prepare|postinstall)\b/.test(said)) objections.push(`  npm mentions scripts:\n${said}`);
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  console.log(`${version}: ${all.length - objections.length} of ${all.length} commands as expected`);
  if (objections.length > 0) process.exitCode = 1;
  for (const each of objections) console.log(each);
  remove();
}
