// Flips every bit of an archive, one at a time, and opens what comes of it: of an archive that `skills pack` wrote, none may be accepted.
// node bench/bit-flips.js ARCHIVE…
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { withSource } from "./source.js";

const { positionals } = parseArgs({ allowPositionals: true });
if (positionals.length === 0) throw new Error("usage: node bench/bit-flips.js ARCHIVE…");

await withSource("src/archive/open-archive.ts", async (bundled) => {
  const { openArchive } = await import(pathToFileURL(bundled));
  for (const file of positionals) await flipAll(file, openArchive);
});

async function flipAll(file, openArchive) {
  const archive = readFileSync(file);
  const { profile } = await openArchive(archive);
  const codes = new Map();
  const survivors = [];
  for (let bit = 0; bit < archive.length * 8; bit++) {
    archive[bit >> 3] ^= 1 << (bit & 7);
    const code = await openArchive(archive).then(
      () => "accepted",
      (thrown) => (thrown.name === "ArchiveRefused" ? thrown.code : "uncaught"),
    );
    codes.set(code, (codes.get(code) ?? 0) + 1);
    if (code === "accepted" || code === "uncaught")
      survivors.push(`${code}: bit ${bit & 7} of byte ${bit >> 3}`);
    archive[bit >> 3] ^= 1 << (bit & 7);
  }
  console.log(
    `${file}: ${archive.length} bytes, ${profile}: ${survivors.length} of ${archive.length * 8} flips not refused`,
  );
  console.log(
    `  ${[...codes]
      .sort((a, b) => b[1] - a[1])
      .map(([code, count]) => `${code} ${count}`)
      .join(", ")}`,
  );
  if (profile !== "own") return;
  for (const survivor of survivors.slice(0, 20)) console.log(`  ${survivor}`);
  if (survivors.length > 0) process.exitCode = 1;
}
