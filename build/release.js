// Makes everything that a release consists of, and publishes nothing: npm run release -- VERSION [--dry-run]
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import semver from "semver";
import { packAll } from "./package.js";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The results: the tarballs, the list of bundled packages, and the digests of all. */
const out = path.join(root, "release");

const extensionLock = "editors/vscode/package-lock.json";

/** The manifests of packages and plugins that have the program's version. */
const others = [
  "editors/vscode/package.json",
  "examples/plugin/.claude-plugin/plugin.json",
  "examples/plugin/.codex-plugin/plugin.json",
];

const { values, positionals } = readWords();
release(positionals[0] ?? "", values["dry-run"]);

/**
 * Sets the version and the date in the changelog, commits them, tags a commit with the bundle of the action, and packs.
 * After a failure before the commit, the files are as before. @param {string} version @param {boolean} dryRun
 */
function release(version, dryRun) {
  const files = ["package.json", "package-lock.json", "CHANGELOG.md", extensionLock, ...others].map((name) =>
    path.join(root, name),
  );
  const before = files.map((file) => readFileSync(file, "utf8"));
  const [manifest = "", lock = "", changelog = "", locked = "", ...manifests] = before;
  const { name } = JSON.parse(manifest);
  checkVersion(version, JSON.parse(manifest).version);
  if (git("status", "--porcelain") !== "") fail("the checkout has uncommitted changes; commit them");
  if (git("tag", "--list", `v${version}`) !== "") fail(`the tag v${version} exists; choose a later version`);
  const after = [
    withVersion(manifest, version),
    lockWithVersion(lock, version),
    withDate(changelog, version),
    lockWithVersion(locked, version),
    ...manifests.map((json) => withVersion(json, version)),
  ];
  if (dryRun) {
    process.stdout.write(`would write ${files.map((file) => path.relative(root, file)).join(", ")}\n`);
    run("node", "build/tag-release.js", "--tag", "--dry-run");
    return;
  }
  try {
    for (const [at, file] of files.entries()) writeFileSync(file, after[at] ?? "");
    run("npm", "run", "--silent", "build");
    git("commit", "--quiet", "--all", "--message", `Release ${version}`);
  } catch (error) {
    for (const [at, file] of files.entries()) writeFileSync(file, before[at] ?? "");
    throw error;
  }
  run("node", "build/tag-release.js", "--tag");
  writeResults(`${name.replace(/^@/, "").replace("/", "-")}-${version}`, version);
}

/** @param {string} version @param {string} current */
function checkVersion(version, current) {
  if (semver.valid(version) !== version) fail(`"${version}" is not a version; write one such as 1.2.3`);
  if (semver.lt(version, current)) fail(`${version} is older than ${current}, the version in package.json`);
}

/** @param {string} json @param {string} version */
function withVersion(json, version) {
  return json.replace(/("version": )"[^"]*"/, `$1"${version}"`);
}

/** The version is written twice: for the file and for its root package. @param {string} json @param {string} version */
function lockWithVersion(json, version) {
  const lock = JSON.parse(json);
  lock.version = version;
  lock.packages[""].version = version;
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** @param {string} changelog @param {string} version */
function withDate(changelog, version) {
  const heading = /^## (?:(\S+) - )?Unreleased$/m;
  const [whole, planned] = heading.exec(changelog) ?? [];
  if (whole === undefined)
    fail("CHANGELOG.md has no section that ends in Unreleased; describe the changes there");
  if (planned !== undefined && planned !== version)
    fail(`CHANGELOG.md describes ${planned}, not ${version}; change one of them`);
  return changelog.replace(heading, `## ${version} - ${new Date().toISOString().slice(0, 10)}`);
}

/** @param {string} stem @param {string} version */
function writeResults(stem, version) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  run("node", "build/man.js");
  const { main, companion } = packAll(out);
  const list = `${stem}.cdx.json`;
  copyFileSync(path.join(root, "dist/sbom.cdx.json"), path.join(out, list));
  const names = [main.filename, companion.filename, list];
  const digests = names.map((name) => `${sha256(path.join(out, name))}  ${name}\n`).join("");
  writeFileSync(path.join(out, "SHA256SUMS"), digests);
  process.stdout.write(`${digests}in ${path.relative(process.cwd(), out) || "."}
to publish: git push origin HEAD v${version}, then start the workflow "release" with ${version}
`);
}

/** @param {string} file */
function sha256(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function readWords() {
  try {
    const words = parseArgs({
      allowPositionals: true,
      options: { "dry-run": { type: "boolean", default: false } },
    });
    if (words.positionals.length !== 1) fail("expected one version: npm run release -- VERSION [--dry-run]");
    return words;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** @param {readonly string[]} words */
function git(...words) {
  return execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
}

/** npm is a script on Windows, which only a shell starts. @param {string} program @param {readonly string[]} words */
function run(program, ...words) {
  const isScript = program === "npm" && process.platform === "win32";
  execFileSync(program, words, { cwd: root, stdio: ["ignore", "inherit", "inherit"], shell: isScript });
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  process.stderr.write(`release: ${sentence}\n`);
  process.exit(1);
}
