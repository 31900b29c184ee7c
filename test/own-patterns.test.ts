import { createContext, Script } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileLinear, type Match } from "../src/own/linear-pattern.ts";
import { mostEffort } from "../src/own/value-test.ts";
import { nameMatcher } from "../src/own/wildcard.ts";
import { wordFinder } from "../src/own/word-finder.ts";
import { cpuTime } from "./support/effort.ts";
import { samples } from "./support/samples.ts";

function find(source: string, text: string, ignoreCase = false): Match | undefined {
  const compiled = compileLinear(source, ignoreCase);
  if ("problem" in compiled) throw new Error(compiled.problem);
  return compiled.pattern.find(text, 0, { left: mostEffort });
}

/** Patterns of all that a linear pattern may contain. */
const patterns = fc.letrec((tie) => ({
  pattern: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("|")),
  sequence: fc.array(tie("part"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
  part: fc
    .tuple(
      fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(
          "a",
          "b",
          ".",
          "[ab]",
          "[^a]",
          "\\w",
          "\\s",
          "\\d",
          "\\p{L}",
          "é",
          "\\u{1F600}",
          "\\.",
        ),
        fc.constantFrom("^", "$", "\\b", "\\B").map((edge) => `(?:${edge})`),
        tie("pattern").map((inner) => `(?:${inner})`),
        tie("pattern").map((inner) => `(${inner})`),
      ),
      fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,3}", "{0,}", "*?", "+?"),
    )
    .map((both) => both.join("")),
})).pattern as fc.Arbitrary<string>;

const texts = fc
  .array(fc.constantFrom("a", "b", "A", "1", " ", "\n", "\r\n", ".", "é", "É", "😀", "_"), { maxLength: 12 })
  .map((parts) => parts.join(""));

const context = createContext({});
const execution = new Script("(pattern.lastIndex = from, pattern.exec(text))");

/** What JavaScript finds, which takes time exponential in the text for some patterns: then there is nothing to compare. */
function inJavaScript(
  pattern: RegExp,
  text: string,
  from = 0,
): { readonly index: number } | null | "endless" {
  Object.assign(context, { pattern, text, from });
  try {
    return execution.runInContext(context, { timeout: 250 });
  } catch (error) {
    if ((error as { readonly code?: string }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return "endless";
    throw error;
  }
}

describe("a linear pattern", () => {
  it("finds a text if and only if JavaScript does, where a match begins", () => {
    let compared = 0;
    const sampled = samples(2_000);
    fc.assert(
      fc.property(patterns, texts, fc.boolean(), (source, text, ignoreCase) => {
        if (source.length > 400 || "problem" in compileLinear(source)) return;
        const known = inJavaScript(new RegExp(source, ignoreCase ? "imu" : "mu"), text);
        const found = find(source, text, ignoreCase);
        if (known === "endless") return;
        compared++;
        expect(found === undefined).toBe(known === null);
        if (!found) return;
        // A match begins there for JavaScript too, although an earlier one may end later.
        const there = inJavaScript(new RegExp(source, ignoreCase ? "imuy" : "muy"), text, found.start);
        expect(there).not.toBe(null);
        expect(found.start).toBeGreaterThanOrEqual(known!.index);
        expect(found.end).toBeGreaterThanOrEqual(found.start);
      }),
      sampled,
    );
    expect(compared).toBeGreaterThan(sampled.numRuns / 8);
  });

  it.each([
    ["[\\w.]+@acme\\.com", "write to me.too@acme.com now", 9, 24],
    ["^acme-(pr|issue)-[a-z-]+$", "x\nacme-pr-one\n", 2, 13],
    ["https?://[^\\s)]+", "(see https://acme.com/x)", 5, 23],
    ["colou?r", "the colour", 4, 10],
    // Nothing of the first line leads on, and the start of the second is the first that may.
    ["a?(?:^)b", "a\nb", 2, 3],
  ])("finds %s as JavaScript does", (source, text, start, end) => {
    expect(find(source, text)).toEqual({ start, end });
  });

  it.each([
    ["(a+)+$", `${"a".repeat(500_000)}b`],
    ["(a|a)*$", `${"a".repeat(500_000)}b`],
    ["Owner:.*@acme", "Owner:".repeat(100_000)],
    ["[\\w.]+@acme\\.com", "w".repeat(500_000)],
    ["\\w{1,100}@acme", "w".repeat(500_000)],
    ["(a?){70}a{70}$", "a".repeat(500_000)],
    ["(?:a|aa|aaa){1,20}b", "a".repeat(500_000)],
    [".*.*.*.*.*.*x", "a".repeat(500_000)],
  ])("gives up on %s in less than a second", (source, text) => {
    const effort = { left: mostEffort };
    const compiled = compileLinear(source);
    if ("problem" in compiled) throw new Error(compiled.problem);
    const started = cpuTime();
    compiled.pattern.find(text, 0, effort);
    expect(cpuTime() - started).toBeLessThan(1000);
    // It cannot have taken more steps than it had, but for those of the last character.
    expect(effort.left).toBeGreaterThan(-1000);
  });

  it("is refused if it cannot be run, however it is written", () => {
    for (const source of [
      "(a)\\1",
      "(?<x>a)\\k<x>",
      "a(?=b)",
      "a(?!b)",
      "(?<=a)b",
      "(?<!a)b",
      "a{302}",
      "(?:){1000000000}",
      "(?:(?:(?:){300}){300}){300}",
      "(((a?){9}){9}){9}",
      "[",
      "a".repeat(501),
    ])
      expect(compileLinear(source), source).toHaveProperty("problem");
  });
});

describe("words", () => {
  const find = (words: readonly string[], text: string, caseSensitive = false) => {
    const found = wordFinder(words, caseSensitive)(text, 0, { left: mostEffort });
    return found && text.slice(found.start, found.end);
  };

  it("are found as whole words, the longest first", () => {
    expect(find(["big", "big corp"], "a BIG\tcorp")).toBe("BIG\tcorp");
    expect(find(["cat"], "category concat")).toBe(undefined);
    expect(find(["élan"], "ÉLAN")).toBe("ÉLAN");
    expect(find(["Cat"], "cat", true)).toBe(undefined);
    expect(find(["c++", ".net"], "uses .NET")).toBe(".NET");
  });

  it("cost no more if there are many", () => {
    const words = Array.from({ length: 10_000 }, (_, at) => `${"a".repeat(at % 100)}b`);
    const started = cpuTime();
    wordFinder(words)("a".repeat(500_000), 0, { left: mostEffort });
    expect(cpuTime() - started).toBeLessThan(1000);
  });
});

describe("a name with stars", () => {
  it.each([
    ["*.acme.com", "api.acme.com", true],
    ["*.acme.com", "acme.com", false],
    ["*.acme.com", "evilacme.com", false],
    ["git*", "GitHub.com", true],
    ["a*b*c", "abc", true],
    ["a*bc*c", "abc", false],
    ["*", "", true],
    ["@acme/*", "@acme/x", true],
  ])("%s and %s: %s", (pattern, name, matches) => {
    expect(nameMatcher([pattern])(name)).toBe(matches);
  });
});

/** Parts of which hostile patterns are made: nested and adjacent repetitions, large numbers, and what is refused. */
const hostileParts = [
  "(a+)+",
  "(a|aa)*",
  "(?:a?){50}",
  ".*",
  "(.*)*",
  "\\s*",
  "[^b]+",
  "a{1,250}",
  "(?=a)",
  "\\1",
  "(?<!a)",
  "((a*)*)*",
];

it("refuses or bounds 200 hostile patterns, none over a second", () => {
  const text = `${"a".repeat(100_000)}${" a".repeat(50_000)}`;
  const outcomes = { refused: 0, run: 0 };
  let seed = 1;
  const next = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  for (let count = 0; count < 200; count++) {
    const source = `${Array.from({ length: 1 + next(4) }, () => hostileParts[next(hostileParts.length)]).join("")}!`;
    const started = cpuTime();
    const compiled = compileLinear(source);
    if ("problem" in compiled) outcomes.refused++;
    else {
      outcomes.run++;
      expect(compiled.pattern.find(text, 0, { left: mostEffort })).toBe(undefined);
    }
    expect(cpuTime() - started, source).toBeLessThan(1000);
  }
  expect(outcomes.refused).toBeGreaterThan(20);
  expect(outcomes.run).toBeGreaterThan(20);
  expect(outcomes.refused + outcomes.run).toBe(200);
});
