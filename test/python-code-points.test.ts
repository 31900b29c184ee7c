import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { reprString } from "../src/dialects/python/value.ts";
import { isAlphanumeric, lower, normalizeNfkc, strip } from "../src/dialects/python/text.ts";

const all = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code));
const scalars = all.filter((_, code) => code < 0xd800 || code > 0xdfff);
const digest = (rows: readonly string[]) => createHash("sha256").update(rows.join("\n")).digest("hex");

// The digests are of what /usr/bin/python3 3.11.2 (unicodedata 14.0.0) says of every code point, joined by line feeds.
describe("for every code point, as Python 3.11 does", () => {
  it("recognizes letters and numbers", () => {
    expect(digest(all.map((character) => (isAlphanumeric(character) ? "1" : "0")))).toBe(
      "4084d36ac7c4e1e378830a2177897c40b5966ad90a3d5ef312141ec56a780860",
    );
  });

  it("lowers case", () => {
    expect(digest(scalars.map(lower))).toBe(
      "edca77a44be2b4e6ffdbe85bfd097ed3725757a3f23c5ab03b627eba66c8f0af",
    );
  });

  it("normalizes alone and between a letter and an accent", () => {
    expect(digest(scalars.map(normalizeNfkc))).toBe(
      "d80bd137d5ace6ca75c6938c548f80a7edb67227ebb283b35732d2e03e3d19cb",
    );
    expect(digest(scalars.map((character) => normalizeNfkc(`e${character}\u0301`)))).toBe(
      "84eef49764525a5f1a858a190ddd2b11a1336033ede407ff6d91642757ae5a63",
    );
  });

  it("strips whitespace", () => {
    expect(digest(all.map((character) => String(strip(character).length === 0 ? 0 : 1)))).toBe(
      "e547a88aa694f12e2d163b0d0acf955cd5b7e91eddcd0d7cea991e16995af55f",
    );
  });

  it("quotes", () => {
    expect(digest(all.map(reprString))).toBe(
      "a4d1e1421d120f3bace5c9dc41fa23419fe651620e739f9a9c6f3dfcc2e450c8",
    );
  });
});
