import { expect, it } from "vitest";
import { replaceUnseen } from "../src/harness/unseen.ts";

const pattern = /[\p{Default_Ignorable_Code_Point}\0-\x08\v\f\x0e-\x1f\x7f-\x9f]/gu;

it("replaces exactly the characters that the pattern matches", () => {
  for (let first = 0; first <= 0x10ffff; first += 64) {
    const text = Array.from({ length: 64 }, (_, index) => String.fromCodePoint(first + index)).join("");
    expect(replaceUnseen(text, () => "")).toBe(text.replace(pattern, ""));
  }
});

it("passes each character and its offset, and keeps half of a pair", () => {
  const found: (readonly [string, number])[] = [];
  const text = replaceUnseen("a\u200b\udb40\u{e0041}\ud83d", (character, at) => {
    found.push([character, at]);
    return "-";
  });
  expect(text).toBe("a-\udb40-\ud83d");
  expect(found).toEqual([
    ["\u200b", 1],
    ["\u{e0041}", 3],
  ]);
});
