// The minimum for anything that reads every file: read and hash it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: node bench/read-and-hash.js PATH");
let files = 0;
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  createHash("sha256")
    .update(readFileSync(path.join(entry.parentPath, entry.name)))
    .digest("hex");
  files++;
}
console.log(`${files} files`);
