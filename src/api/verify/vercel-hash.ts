import type { PackedFile } from "../../model/archive.ts";
import { compareText } from "../../core/order.ts";
import { sha256 } from "../../manifest/digest.ts";

/**
 * What vercel-labs/skills (src/local-lock.ts@0363f53) makes of a skill's files: SHA-256 over each path and its bytes, in the order of `localeCompare`,
 * which is that of whoever installed it; so each order that is likely gives a hash of its own.
 */
export function vercelHashes(files: readonly PackedFile[]): readonly string[] {
  const hashed = files.filter(
    ({ path }) =>
      !path
        .split("/")
        .slice(0, -1)
        .some((name) => name === ".git" || name === "node_modules"),
  );
  const orders = [...locales.map((locale) => new Intl.Collator(locale).compare), compareText];
  return [...new Set(orders.map((order) => hashOf(hashed.toSorted((a, b) => order(a.path, b.path)))))];
}

/** Languages that sort letters a to z each in their own way, behind the one that most sort by. */
const locales = ["en", "cs", "da", "et", "lt", "sv"] as const;

function hashOf(files: readonly PackedFile[]): string {
  return sha256(Buffer.concat(files.flatMap(({ path, bytes }) => [Buffer.from(path), bytes])));
}

/** The directory that a skill gets of it, by its name (src/installer.ts@01ae123, sanitizeName). */
export function vercelDirectory(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9._]+/g, "-");
  const [start, end] = [
    plain.search(/[^.-]/),
    plain.length - [...plain].reverse().findIndex((character) => character !== "." && character !== "-"),
  ];
  return start === -1 ? "unnamed-skill" : plain.slice(start, end).slice(0, 255);
}
