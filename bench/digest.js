// Compares the content digest with coreutils: on a generated directory of many files, and on every skill of a tree.
// node bench/digest.js [PATH] [--files N]
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { filesBelow, temporaryDirectory, writeFile } from "./files.js";
import { dataOf, reportOf } from "./skills.js";
import { importSource } from "./source.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: "string", default: "100001" } },
});
const [corpus] = positionals;

let failed = !(await compareMany(Number(values.files)));
if (corpus !== undefined && !compareSkills(corpus)) failed = true;
process.exitCode = failed ? 1 : 0;

/** More files than a skill may have, so this calls the functions instead of the program. @param {number} number */
async function compareMany(number) {
  const tree = temporaryDirectory("digest");
  for (let at = 0; at < number; at++) {
    const name = createHash("md5").update(String(at)).digest("base64url").replace(/^-/, "_");
    writeFile(path.join(tree, `d${at % 97}`, `é${at % 13}`, `${name}.md`), `${at}\n`);
  }
  /** @type {typeof import("../src/manifest/digest.ts")} */
  const { contentDigest, describeFiles } = await importSource("src/manifest/digest.ts");
  const started = performance.now();
  const files = filesBelow(tree).map((name) => ({
    path: name,
    bytes: readFileSync(path.join(tree, name)),
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

/** @param {string} tree */
function compareSkills(tree) {
  const report = reportOf("digest", ["--all", tree]);
  const { summary } = report;
  const known = dataOf(report).digests.filter(({ content }) => content);
  const different = known.filter(
    ({ path: directory, content }) => askCoreutils(directory) !== content?.contentDigest,
  );
  for (const { path: directory } of different) console.log(`differs: ${directory}`);
  console.log(
    `${summary.checked} skills in ${summary.seconds.toFixed(2)} s: ${known.length - different.length} equal, ${different.length} different, ${summary.checked - known.length} refused`,
  );
  return different.length === 0;
}

/** @param {string} directory */
function askCoreutils(directory) {
  const command =
    "find . -type f ! -path ./skill.manifest.json ! -path ./skill.oms.sig | sed 's|^\\./||' | LC_ALL=C sort | xargs -d '\\n' sha256sum -- | sha256sum";
  return `h1:${Buffer.from(execFileSync("bash", ["-c", command], { cwd: directory, encoding: "utf8" }).slice(0, 64), "hex").toString("base64")}`;
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
