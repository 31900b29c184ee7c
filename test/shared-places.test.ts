import { expect, it } from "vitest";
import type { TextFile } from "../src/model/text-file.ts";
import { loadSkill } from "../src/lint/load-skill.ts";
import { vocabularyOf } from "../src/lint/vocabulary-of.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { longestShared, mayShare } from "../src/rules/body/duplicated-text.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { tenthOf } from "./support/samples.ts";

const vocabulary = vocabularyOf([]);

function toTexts(...contents: readonly string[]): readonly TextFile[] {
  const files = contents.map((content, at) => [`${100 + at}.md`, content] as const);
  return loadSkill(openMemory("pdf-forms", Object.fromEntries(files)), [], { vocabulary }).skill.texts;
}

/** The same numbers in each run of the test. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

/** Lines of few words, so that many are the same, with blank ones and either end among them. */
function writeLines(amount: number, next: (below: number) => number): string {
  const words = [
    "fill",
    "the form",
    "and check every field of it",
    "",
    "-",
    "then sign it where the form asks for a signature, and nowhere else",
  ];
  return Array.from(
    { length: amount },
    () =>
      `${words[next(words.length)]!}${next(2) === 0 ? "" : ` ${next(3)}`}${next(20) === 0 ? "\r\n" : "\n"}`,
  ).join("");
}

it("passes over no text that shares a run of enough bytes", () => {
  const next = numbersFrom(7);
  let shared = 0;
  for (let round = 0; round < tenthOf(1000); round++) {
    const piece = writeLines(2 + next(30), next);
    const [text, other] = toTexts(
      writeLines(next(40), next) + piece + writeLines(next(9), next),
      writeLines(next(9), next) + piece + writeLines(next(40), next),
    );
    const [found] = longestShared(text!, 1, [other!]);
    if (!found || found.run.bytes < 300 || found.run.lines < 8) continue;
    shared++;
    expect(mayShare(text!, [other!], 300)).toEqual([other]);
  }
  expect(shared).toBeGreaterThan(tenthOf(100));
});

it("passes over texts of other lines", () => {
  const lines = (word: string) =>
    Array.from({ length: 50 }, (_, at) => `${word} number ${at} stands on a line of its own\n`).join("");
  const [text, other] = toTexts(lines("field"), lines("page"));
  expect(mayShare(text!, [other!], 300)).toEqual([]);
});

it.each([
  ["one line", "a".repeat(1_000_000)],
  ["blank lines", "\n".repeat(1_000_000)],
  ["returns", "\r".repeat(1_000_000)],
  ["long lines", `${"a".repeat(100_000)}\n`.repeat(10)],
])("looks in bounded time at 1 MB of %s", (_, content) => {
  const [text, other] = toTexts(`${content}b`, content);
  const started = cpuTime();
  mayShare(text!, [other!], 300);
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});
