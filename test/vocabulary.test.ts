import fc from "fast-check";
import { expect, it } from "vitest";
import { Vocabulary } from "../src/core/vocabulary.ts";

it("finds exactly the words that a search for each alone finds", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "."), minLength: 1, maxLength: 5 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "A", "B", ".", "é", "\0"), maxLength: 60 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), text, (words, searched) => {
      const has = new Vocabulary(words).search(Buffer.from(searched));
      expect(words.map(has)).toEqual(words.map((each) => searched.toLowerCase().includes(each)));
    }),
    { numRuns: 2000 },
  );
});

it("finds bytes that are no ASCII", () => {
  const zeroWidthSpace = Buffer.from("\u200b").toString("latin1");
  const words = [zeroWidthSpace, "\xf3\xa0"];
  expect(
    [`a\u200bb`, "a\u{e0041}b", "aéb"].map((text) =>
      words.map(new Vocabulary(words).search(Buffer.from(text))),
    ),
  ).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});

it("refuses to answer for a word that it was not given", () => {
  const has = new Vocabulary(["curl"]).search(Buffer.from("wget"));
  expect(() => has("wget")).toThrow(new RangeError('"wget" is not in the vocabulary'));
});
