import { expect, it } from "vitest";
import { nearest, nearestWord } from "../src/core/nearest.ts";

const words = ["spec", "skills-ref", "claude-api", "name-format"];

it("completes a word that only one of the words begins with", () => {
  const typed = ["nam", "s", "sk", "ski", "NAME", "skills-reff"];
  expect(typed.map((word) => nearestWord(word, words))).toEqual([
    "name-format",
    undefined,
    undefined,
    "skills-ref",
    "name-format",
    "skills-ref",
  ]);
  expect(nearestWord("claude", ["claude-api", "claude-code"], 1)).toBeUndefined();
});

it("finds the intended word", () => {
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

it("has no guess for a word far from all candidates", () => {
  expect(["", "x", "openclaw", "a".repeat(65)].map((word) => nearest(word, words))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it("returns the first of two equally near words", () => {
  expect(nearest("ab", ["abc", "abd"])).toBe("abc");
});

it("finds a word with all errors at the start", () => {
  expect([nearest("claude-api", ["nobude-api"]), nearest("claude-api", ["nobody-api"])]).toEqual([
    "nobude-api",
    undefined,
  ]);
});

it("does not guess a word in which every letter differs", () => {
  expect([nearest("ab", ["c"]), nearest("ab", ["cd"]), nearest("ab", ["ac"])]).toEqual([
    undefined,
    undefined,
    "ac",
  ]);
});
