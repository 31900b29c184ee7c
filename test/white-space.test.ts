import { expect, it } from "vitest";
import { countWords, isSpace } from "../src/core/white-space.ts";

it("takes for white space what the pattern does", () => {
  const differs = Array.from({ length: 0x1_0000 }, (_, code) => code).filter(
    (code) => isSpace(code) !== /\s/.test(String.fromCharCode(code)),
  );
  expect(differs).toEqual([]);
});

it.each(["", " ", "a", " a\n\tb ", "a\u00a0b\ufeffc", "one two  three\r\n"])(
  "counts the words of %j",
  (text) => {
    expect(countWords(text)).toBe(text.split(/\s+/).filter((word) => word !== "").length);
  },
);
