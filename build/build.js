// Builds all generated files: src/generated, then dist (the binaries, the library, its types, the notices).
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { minifySync } from "rolldown/utils";
import { bundle } from "./bundle.js";
import { writeClientChanges } from "./client-changes.js";
import { groupModules } from "./chunks.js";
import { writeCompletions } from "./completions.js";
import { writeDigest } from "./digest.js";
import { bundlePrograms, programs } from "./programs.js";
import { bundleReal } from "./real.js";
import { writeNotices } from "./notices.js";
import { inside, leaveOutCommands } from "./played-shell.js";
import { writePublisher } from "./publisher.js";
import { writeRuleExamples } from "./explain.js";
import { leaveOutRuleTexts, writeRuleMetas } from "./rule-texts.js";
import { writeValidators } from "./schemas.js";
import { writeTargets } from "./targets.js";
import { writeTypes } from "./types.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = path.join(root, "src");
const generated = path.join(source, "generated");
const dist = path.join(root, "dist");
/** Built next to dist and renamed when complete, so that a failure leaves the old dist. */
const fresh = path.join(root, "dist.new");
/** Two megabytes, shared by the binaries and the library. */
const table = { source: path.join(source, "tokens/o200k-table.ts"), file: "o200k-table.cjs" };

/** The simulated shell, loaded only when one is played. */
const shell = { source: path.join(source, "harness/shell/just-bash.ts"), file: "played-shell.cjs" };

const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
mkdirSync(generated, { recursive: true });
writeFileSync(path.join(generated, "version.ts"), `export const version = ${JSON.stringify(version)};\n`);
writePublisher();
writeValidators();
writeRuleExamples();
await writeTargets();
writeClientChanges();
await writeRuleMetas();
await writeCompletions({ [table.source]: `./${table.file}`, [shell.source]: `./${shell.file}` });
await bundleReal();

rmSync(fresh, { recursive: true, force: true });
const bundled = [
  ...(await bundleBinaries()),
  ...(await bundleLibrary()),
  ...(await bundleEngine()),
  ...(await bundleTable()),
  ...(await bundleShell()),
];
writeNotices(bundled, fresh);
writeTypes(path.join(fresh, "types"));
writeDigest(fresh);
rmSync(dist, { recursive: true, force: true });
renameSync(fresh, dist);
printEngineSize();

async function bundleBinaries() {
  const out = path.join(fresh, "bin");
  const apart = { [table.source]: `../${table.file}`, [shell.source]: `../${shell.file}` };
  const modules = await bundlePrograms(
    out,
    ["thread", "shell-thread"],
    { codeSplitting: groupModules() },
    { apart },
  );
  // In a checkout, npx runs these files directly.
  for (const name of programs) chmodSync(path.join(out, `${name}.cjs`), 0o755);
  return modules;
}

/** Not minified: it loads as fast, and stack traces stay readable. */
async function bundleLibrary() {
  /** @type {import("rolldown").OutputOptions} */
  const output = {
    dir: fresh,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "lib-[name]-[hash].js",
    comments: false,
  };
  const input = {
    index: path.join(source, "index.ts"),
    thread: path.join(source, "bin/thread.ts"),
    "shell-thread": path.join(source, "bin/shell-thread.ts"),
  };
  return bundle(input, output, {
    [table.source]: `./${table.file}`,
    [shell.source]: `./${shell.file}`,
  });
}

/** Separate from the library and each other, because shared chunks would load Node's modules: a browser needs single files. */
async function bundleEngine() {
  /** @type {import("rolldown").OutputOptions} */
  const output = { dir: fresh, format: "esm", entryFileNames: "[name].js", comments: false };
  const bundles = await Promise.all(
    ["engine", "engine-report", "engine-rules"].map((name) =>
      bundle({ [name]: path.join(source, `${name}.ts`) }, output, {}, [leaveOutRuleTexts()]),
    ),
  );
  return bundles.flat();
}

/** What a page that minifies and compresses it sends. */
function printEngineSize() {
  const kilobytes = (/** @type {Buffer} */ bytes) => `${Math.round(bytes.length / 1000)} kB`;
  for (const name of ["engine.js", "engine-report.js", "engine-rules.js"]) {
    const { code } = minifySync(name, readFileSync(path.join(dist, name), "utf8"));
    const bytes = Buffer.from(code);
    console.log(`${name}: ${kilobytes(bytes)} minified, ${kilobytes(gzipSync(bytes))} with gzip`);
  }
}

async function bundleTable() {
  return bundle(
    { table: table.source },
    { dir: fresh, format: "cjs", entryFileNames: table.file, minify: true, comments: false },
  );
}

async function bundleShell() {
  /** @type {import("rolldown").OutputOptions} */
  const output = {
    file: path.join(fresh, shell.file),
    format: "cjs",
    minify: true,
    comments: false,
    codeSplitting: false,
  };
  const modules = await bundle({ shell: shell.source }, output, {}, [leaveOutCommands()]);
  return [...modules, ...inside.map((name) => path.join(root, "node_modules", name, "package.json"))];
}
