// What becomes of other people's archives: which are refused, and for what, by directory. Archives that are no skill count as accepted where nothing else is wrong.
// A tar that is not compressed is compressed first, as only a tar.gz is read.
// node bench/foreign-archives.js PATH…
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { withSource } from "./source.js";

const { positionals } = parseArgs({ allowPositionals: true });
if (positionals.length === 0) throw new Error("usage: node bench/foreign-archives.js PATH…");

await withSource("src/archive/open-archive.ts", async (bundled) => {
  const { openArchive } = await import(pathToFileURL(bundled));
  for (const directory of positionals.flatMap(directories)) await report(directory, openArchive);
});

async function report(directory, openArchive) {
  const names = archivesIn(directory);
  if (names.length === 0) return;
  const verdicts = await Promise.all(
    names.map(async (name) => ({ name, ...(await verdict(path.join(directory, name), openArchive)) })),
  );
  const refused = verdicts.filter(({ code }) => code !== "accepted");
  console.log(`${directory}: ${refused.length} of ${names.length} refused`);
  for (const { name, code, message } of verdicts)
    console.log(`  ${name}: ${code}${message ? `, ${message}` : ""}`);
  if (verdicts.some(({ code }) => code === "uncaught")) process.exitCode = 1;
}

async function verdict(file, openArchive) {
  const bytes = readFileSync(file);
  try {
    const { notes } = await openArchive(file.endsWith(".tar") ? gzipSync(bytes) : bytes);
    return { code: "accepted", message: notes.map((note) => note.message).join("; ") };
  } catch (thrown) {
    return thrown.name === "ArchiveRefused"
      ? { code: thrown.code, message: thrown.message }
      : { code: "uncaught", message: String(thrown) };
  }
}

/** It, and those below it. */
function directories(root) {
  return [
    root,
    ...readdirSync(root, { recursive: true })
      .map((name) => path.join(root, name))
      .filter((name) => statSync(name).isDirectory()),
  ].sort();
}

function archivesIn(directory) {
  return readdirSync(directory)
    .filter((name) => /\.(?:zip|skill|whl|tar|tar\.gz|tgz)$/.test(name))
    .sort();
}
