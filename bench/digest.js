// The digest of content against coreutils: on a directory of many files made for it, and on every skill of a tree.
// node bench/digest.js [PATH] [--files N]
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: "string", default: "100001" } },
});
const [corpus] = positionals;
const skills = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "bench-digest-"));

try {
  let failed = !(await compareMany(Number(values.files)));
  if (corpus !== undefined && !compareSkills(corpus)) failed = true;
  process.exitCode = failed ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}

/** More files than a skill may have, so that the program's own functions are asked, and not the program. */
async function compareMany(number) {
  const tree = path.join(folder, "tree");
  for (let at = 0; at < number; at++) {
    const directory = path.join(tree, `d${at % 97}`, `é${at % 13}`);
    if (at < 97 * 13) mkdirSync(directory, { recursive: true });
    writeFileSync(
      path.join(
        directory,
        `${createHash("md5").update(String(at)).digest("base64url").replace(/^-/, "_")}.md`,
      ),
      `${at}\n`,
    );
  }
  const { contentDigest, describeFiles } = await loadDigests();
  const started = performance.now();
  const names = readdirSync(tree, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = names.map(({ parentPath, name }) => ({
    path: path.relative(tree, path.join(parentPath, name)),
    bytes: readFileSync(path.join(parentPath, name)),
    executable: false,
  }));
  const read = performance.now();
  const ours = contentDigest(describeFiles(files));
  const ended = performance.now();
  const theirs = askCoreutils(tree);
  console.log(
    `${files.length} files: ${ours === theirs ? "equal" : `${ours}, where coreutils give ${theirs}`}; read in ${seconds(read - started)}, hashed in ${seconds(ended - read)}, coreutils ${seconds(performance.now() - ended)}`,
  );
  return ours === theirs;
}

function compareSkills(tree) {
  const printed = spawnSync(process.execPath, [skills, "digest", "--all", "--format", "json", tree], {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (printed.status === 2) throw new Error(printed.stderr);
  const { data, summary } = JSON.parse(printed.stdout);
  const known = data.digests.filter(({ content }) => content);
  const different = known.filter(
    ({ path: directory, content }) => askCoreutils(directory) !== content.contentDigest,
  );
  for (const { path: directory } of different) console.log(`differs: ${directory}`);
  console.log(
    `${summary.checked} skills in ${summary.seconds.toFixed(2)} s: ${known.length - different.length} equal, ${different.length} different, ${summary.checked - known.length} refused`,
  );
  return different.length === 0;
}

function askCoreutils(directory) {
  const command =
    "find . -type f ! -path ./skill.manifest.json ! -path ./skill.oms.sig | sed 's|^\\./||' | LC_ALL=C sort | xargs -d '\\n' sha256sum -- | sha256sum";
  return `h1:${Buffer.from(execFileSync("bash", ["-c", command], { cwd: directory, encoding: "utf8" }).slice(0, 64), "hex").toString("base64")}`;
}

async function loadDigests() {
  const input = fileURLToPath(new URL("../src/manifest/digest.ts", import.meta.url));
  const build = await rolldown({ input, platform: "node" });
  await build.write({ file: path.join(folder, "digest.mjs"), format: "esm" });
  await build.close();
  return import(pathToFileURL(path.join(folder, "digest.mjs")));
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
