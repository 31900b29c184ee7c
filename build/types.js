import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Relative imports: `from "./x.ts"` or `import("./x.ts")`, without the extension. */
const beside = /(?<before>\bfrom |\bimport\()"(?<target>\.{1,2}\/[^"]+)\.ts"/g;

/** Writes the declarations that the entries import: the compiler also writes those of internal files. @param {string} directory */
export function writeTypes(directory) {
  const all = mkdtempSync(path.join(tmpdir(), "skillwright-types-"));
  try {
    compileInto(all);
    for (const [file, text] of reachable(all, [
      "index.d.ts",
      "engine.d.ts",
      "engine-report.d.ts",
      "engine-rules.d.ts",
    ])) {
      mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
      // Not every module resolution maps the extension of a source to that of its declarations.
      writeFileSync(path.join(directory, file), text.replace(beside, '$<before>"$<target>.js"'));
    }
  } finally {
    rmSync(all, { recursive: true });
  }
}

/** @param {string} directory */
function compileInto(directory) {
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(
    process.execPath,
    [compiler, "-p", path.join(root, "build/tsconfig.types.json"), "--outDir", directory],
    { stdio: "inherit" },
  );
  if (status !== 0) throw new Error("the declarations could not be written");
}

/** Path → text. @param {string} directory @param {readonly string[]} entries */
function reachable(directory, entries) {
  const reached = new Map(entries.map((entry) => [entry, ""]));
  for (const file of reached.keys()) {
    const text = readFileSync(path.join(directory, file), "utf8");
    reached.set(file, text);
    for (const { groups } of text.matchAll(beside)) {
      const next = path.join(path.dirname(file), `${groups?.target}.d.ts`);
      if (!reached.has(next)) reached.set(next, "");
    }
  }
  return reached;
}
