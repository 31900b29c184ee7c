// Reports which third-party archives are refused and why, by directory. An archive without a skill counts as accepted
// if nothing else is wrong.
// An uncompressed tar is compressed first, as only tar.gz is supported.
// node bench/foreign-archives.js PATH…
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { required } from "./command-line.js";
import { tryArchive } from "./open-archive.js";

const { positionals } = parseArgs({ allowPositionals: true });
required(positionals[0], "foreign-archives.js PATH…");
for (const directory of positionals.flatMap(directories)) await report(directory);

/** @param {string} directory */
async function report(directory) {
  const names = archivesIn(directory);
  if (names.length === 0) return;
  const verdicts = await Promise.all(
    names.map(async (name) => ({ name, ...(await verdict(path.join(directory, name))) })),
  );
  const refused = verdicts.filter(({ code }) => code !== "accepted");
  console.log(`${directory}: ${refused.length} of ${names.length} refused`);
  for (const { name, code, message } of verdicts)
    console.log(`  ${name}: ${code}${message ? `, ${message}` : ""}`);
  if (verdicts.some(({ code }) => code === "uncaught")) process.exitCode = 1;
}

/** @param {string} file */
async function verdict(file) {
  const bytes = readFileSync(file);
  const { code, message, contents } = await tryArchive(file.endsWith(".tar") ? gzipSync(bytes) : bytes);
  return { code, message: contents ? contents.notes.map((note) => note.message).join("; ") : message };
}

/** The directory and all directories below it. @param {string} root */
function directories(root) {
  return [
    root,
    ...readdirSync(root, { recursive: true, encoding: "utf8" })
      .map((name) => path.join(root, name))
      .filter((name) => statSync(name).isDirectory()),
  ].sort();
}

/** @param {string} directory */
function archivesIn(directory) {
  return readdirSync(directory)
    .filter((name) => /\.(?:zip|skill|whl|tar|tar\.gz|tgz)$/.test(name))
    .sort();
}
