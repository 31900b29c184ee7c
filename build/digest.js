// The digest of a built program, which the program contains.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** In src/run/cache.ts. */
const digestMark = "digest-of-the-built-program";

/** Computes the digest of all JavaScript in a directory, and writes it in place of the mark. @param {string} folder */
export function writeDigest(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.c?js$/.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), "utf8") }));
  const hash = createHash("sha256");
  for (const { file, text } of files) hash.update(JSON.stringify([file, text]));
  const digest = hash.digest("hex");
  const marked = files.filter(({ text }) => text.includes(digestMark));
  if (marked.length === 0) throw new Error(`${folder} does not contain the mark of the digest`);
  for (const { file, text } of marked)
    writeFileSync(path.join(folder, file), text.replaceAll(digestMark, digest));
}
