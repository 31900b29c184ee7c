// Creates the commit that the tags of a release point to, without a work tree: node build/tag-release.js [--tag]
// [--dry-run]
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundleAction } from "./action.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The files that the action and the pre-commit hooks need besides the bundle; package.json without its build scripts.
 */
const kept = ["action.yml", ".pre-commit-hooks.yaml", "LICENSE", "README.md"];
const packageKeys = ["name", "version", "description", "license", "engines", "bin"];

/** @typedef {{ version: string, bin: Record<string, string>, [key: string]: unknown }} Described The fields of package.json that are read. */

const flags = process.argv.slice(2);
const unknown = flags.filter((flag) => flag !== "--tag" && flag !== "--dry-run");
if (unknown.length > 0) fail(`unknown option ${unknown.join(" ")}; use --tag or --dry-run`);
await release({ tag: flags.includes("--tag"), dryRun: flags.includes("--dry-run") });

/** The commit's tree contains only the bundle. Its parent is the source commit, and it has the same date, so that the same sources give the same commit. Nothing is pushed. @param {{ tag: boolean, dryRun: boolean }} options */
async function release({ tag, dryRun }) {
  if (git(["status", "--porcelain"]) !== "") fail("the checkout has uncommitted changes; commit them");
  /** @type {Described} */
  const described = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const scratch = mkdtempSync(path.join(tmpdir(), "skills-release-"));
  try {
    const tree = path.join(scratch, "tree");
    await fill(tree, described);
    const commit = commitTree(
      tree,
      described.version,
      dryRun ? writeElsewhere(path.join(scratch, "objects")) : {},
    );
    process.stdout.write(`${commit}\n`);
    if (tag) setTags(commit, described.version, dryRun);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {string} tree @param {Described} described */
async function fill(tree, described) {
  await bundleAction(path.join(tree, "dist"));
  for (const name of kept) copyFileSync(path.join(root, name), path.join(tree, name));
  const bin = Object.fromEntries(
    Object.entries(described.bin).map(([name, file]) => [name, file.replace("dist/bin/", "dist/")]),
  );
  const manifest = Object.fromEntries(packageKeys.map((key) => [key, key === "bin" ? bin : described[key]]));
  writeFileSync(path.join(tree, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Uses a separate index, which is removed with the directory. Git settings of the machine must not change a byte or omit a file. @param {string} tree @param {string} version @param {NodeJS.ProcessEnv} objects */
function commitTree(tree, version, objects) {
  const env = {
    ...objects,
    GIT_DIR: git(["rev-parse", "--absolute-git-dir"]),
    GIT_WORK_TREE: tree,
    GIT_INDEX_FILE: `${tree}.index`,
  };
  git(["-c", "core.autocrlf=false", "-c", "core.fileMode=false", "add", "--all", "--force", "."], {
    env,
    cwd: tree,
  });
  const date = git(["show", "-s", "--format=%cI", "HEAD"]);
  const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  process.stdout.write(`${git(["ls-files", "--stage"], { env, cwd: tree })}\n`);
  return git(["commit-tree", git(["write-tree"], { env }), "-p", "HEAD", "-m", `Release ${version}`], {
    env: { ...env, ...dates },
  });
}

/** Creates vX.Y.Z, which never moves, and moves vX. @param {string} commit @param {string} version @param {boolean} dryRun */
function setTags(commit, version, dryRun) {
  const [exact, major] = [`v${version}`, `v${version.split(".")[0]}`];
  const there = git(["tag", "--list", "--format=%(objectname)", exact]);
  if (there !== "" && there !== commit)
    fail(`the tag ${exact} already points to ${there}; change the version or remove the tag`);
  if (!dryRun) {
    git(["tag", "--force", exact, commit]);
    git(["tag", "--force", major, commit]);
  }
  process.stdout.write(
    `${dryRun ? "would tag" : "tagged"} ${exact} and ${major}; to publish: git push origin ${exact} && git push --force origin ${major}\n`,
  );
}

/** Writes the objects of a dry run to a temporary directory. @param {string} objects */
function writeElsewhere(objects) {
  execFileSync("git", ["init", "--quiet", "--bare", objects]);
  const own = path.resolve(root, git(["rev-parse", "--git-path", "objects"]));
  return { GIT_OBJECT_DIRECTORY: path.join(objects, "objects"), GIT_ALTERNATE_OBJECT_DIRECTORIES: own };
}

/** @param {readonly string[]} words @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} options */
function git(words, { env = {}, cwd = root } = {}) {
  return execFileSync("git", words, { cwd, encoding: "utf8", env: { ...process.env, ...env } }).trim();
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  process.stderr.write(`release: ${sentence}\n`);
  process.exit(1);
}
