import fc from "fast-check";
import { expect, it } from "vitest";
import { Vocabulary, type WordSearch } from "../src/core/vocabulary.ts";
import { samples } from "./support/samples.ts";

/** Searches as in the first bytes of a run, and as in the following ones. */
function searches(words: readonly string[], bytes: Uint8Array): readonly WordSearch[] {
  const later = new Vocabulary(words);
  later.search(new Uint8Array(20_000));
  return [new Vocabulary(words).search(bytes), later.search(bytes)];
}

it("finds exactly the words that a search for each alone finds", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "."), minLength: 1, maxLength: 5 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "A", "B", ".", "é", "\0"), maxLength: 60 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), text, (words, searched) => {
      const included = words.map((each) => searched.toLowerCase().includes(each));
      for (const { has, hasAny } of searches(words, Buffer.from(searched))) {
        expect(words.map(has)).toEqual(included);
        expect(words.map((_, at) => hasAny(words.slice(at)))).toEqual(
          words.map((_, at) => included.includes(true, at)),
        );
      }
    }),
    samples(2000),
  );
});

it("finds bytes that are no ASCII", () => {
  const zeroWidthSpace = Buffer.from("\u200b").toString("latin1");
  // The bytes of "É" are those of "Ã" and "\x89", whose lower case in Latin-1 would be other bytes.
  const words = [zeroWidthSpace, "\xf3\xa0", "\xc3\x89"];
  for (const at of [0, 1])
    expect(
      [`a\u200bb`, "a\u{e0041}b", "aéb", "aÉb"].map((text) =>
        words.map(searches(words, Buffer.from(text))[at]!.has),
      ),
    ).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, false],
      [false, false, true],
    ]);
});

it("refuses to answer for a word that it was not given", () => {
  for (const { has, hasAny } of searches(["curl"], Buffer.from("wget"))) {
    const refusal = new RangeError('"wget" is not in the vocabulary');
    expect(() => has("wget")).toThrow(refusal);
    expect(() => hasAny(["wget"])).toThrow(refusal);
  }
});
