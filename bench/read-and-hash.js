// The floor for anything that looks at every file: read it and hash it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

let files = 0;
for (const entry of readdirSync(process.argv[2], { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  createHash("sha256")
    .update(readFileSync(path.join(entry.parentPath, entry.name)))
    .digest("hex");
  files++;
}
console.log(`${files} files`);
