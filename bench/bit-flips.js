// Flips every bit of an archive, one at a time, and opens the result: for archives written by `skills pack`, none may
// be accepted.
// node bench/bit-flips.js ARCHIVE…
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { tryArchive } from "./open-archive.js";
import { count, mostFirst } from "./tally.js";

const { positionals } = parseArgs({ allowPositionals: true });
required(positionals[0], "bit-flips.js ARCHIVE…");
for (const file of positionals) await flipAll(file);

/** @param {string} file */
async function flipAll(file) {
  const archive = readFileSync(file);
  const { contents, message } = await tryArchive(archive);
  if (!contents) throw new Error(`${file}: ${message}`);
  /** @type {Map<string, number>} */
  const codes = new Map();
  const survivors = [];
  for (let bit = 0; bit < archive.length * 8; bit++) {
    flip(archive, bit);
    const { code } = await tryArchive(archive);
    count(codes, code);
    if (code === "accepted" || code === "uncaught")
      survivors.push(`${code}: bit ${bit & 7} of byte ${bit >> 3}`);
    flip(archive, bit);
  }
  console.log(
    `${file}: ${archive.length} bytes, ${contents.profile}: ${survivors.length} of ${archive.length * 8} flips not refused`,
  );
  console.log(
    `  ${mostFirst(codes)
      .map(([code, times]) => `${code} ${times}`)
      .join(", ")}`,
  );
  if (contents.profile !== "own") return;
  for (const survivor of survivors.slice(0, 20)) console.log(`  ${survivor}`);
  if (survivors.length > 0) process.exitCode = 1;
}

/** @param {Uint8Array} bytes @param {number} bit */
function flip(bytes, bit) {
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
}
