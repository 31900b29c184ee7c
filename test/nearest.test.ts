import { expect, it } from "vitest";
import { nearest } from "../src/core/nearest.ts";

const words = ["spec", "skills-ref", "claude-api", "name-format"];

it("finds the word that was meant", () => {
  const typed = [
    "specs",
    "SPEC",
    "sepc",
    "skill-ref",
    "claud-api",
    "claudeapi",
    "nmae-fromat",
    "name-fromat",
  ];
  expect(typed.map((word) => nearest(word, words))).toEqual([
    "spec",
    "spec",
    "spec",
    "skills-ref",
    "claude-api",
    "claude-api",
    "name-format",
    "name-format",
  ]);
});

it("has no guess for what is far from all of them", () => {
  expect(["", "x", "openclaw", "a".repeat(65)].map((word) => nearest(word, words))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it("takes the first of two that are equally near", () => {
  expect(nearest("ab", ["abc", "abd"])).toBe("abc");
});

it("finds a word whose errors all come before the rest", () => {
  expect([nearest("claude-api", ["nobude-api"]), nearest("claude-api", ["nobody-api"])]).toEqual([
    "nobude-api",
    undefined,
  ]);
});

it("takes no word for another of which every letter would be typed wrong", () => {
  expect([nearest("ab", ["c"]), nearest("ab", ["cd"]), nearest("ab", ["ac"])]).toEqual([
    undefined,
    undefined,
    "ac",
  ]);
});
