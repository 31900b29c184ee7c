import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../src/core/estimate-tokens.ts";
import { inFigures, inTokens, type TokenCounter } from "../src/model/token-counter.ts";
import { chaptersOf, sectionsOf } from "../src/model/token-sections.ts";
import { bytePairCounter, loadExactCounter } from "../src/tokens/exact-counter.ts";
import { parsed } from "./support/parsed.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { samples } from "./support/samples.ts";

const exact = await loadExactCounter();
const estimate: TokenCounter = { name: "estimate", count: estimateTokens };
/** A counter with results that are easy to add up. */
const letters: TokenCounter = { name: "letters", count: (text) => text.replaceAll(/[^a-z]/g, "").length };

describe("the exact counter", () => {
  // The numbers are those of js-tiktoken 1.0.21, encode(text, [], []).
  it.each([
    ["", 0],
    ["Fill in every field of the form.", 8],
    ["表單的每個欄位都要填寫，然後再檢查一次。", 21],
    ["フォームのすべての欄に記入してから確認します。", 16],
    ["양식의 모든 칸을 채우고 다시 확인합니다.", 14],
    ["👩\u200d👩\u200d👧\u200d👦 🏳\ufe0f\u200d🌈 ✅ 🫠", 22],
    ["const total = items.reduce((sum, { price }) => sum + price, 0);\n", 19],
    [
      'def fill(form: dict[str, str]) -> None:\n    for name, value in form.items():\n        print(f"{name}={value!r}")\n',
      32,
    ],
    ["a    b\t\tc \n \r\n\n\n   d", 11],
    ["don't WE'LL they'Re it's", 7],
    ["1234567890 3.14159 0xDEADBEEF", 15],
    ["| Field | Kind |\n|---|---|\n| name | text |\n", 15],
    ["Straße, naïve café, Ελληνικά, русский, עברית, العربية, हिन्दी", 18],
    ["e\u0301\u0300 \u200b\u00a0\u3000|", 7],
    ["ABCdefGHI_jkl-MNO/pqr.stu", 12],
    ["\u0000\u0001\u001b[31m", 6],
  ])("counts %j as o200k_base does", (text, tokens) => {
    expect(exact.count(text)).toBe(tokens);
  });

  it.each([
    ["a", 2000, 250],
    ["é", 1000, 1000],
    ["字", 500, 500],
    [" ", 3000, 24],
    ["=", 2000, 31],
    ["AbC", 700, 1400],
  ])("counts a run of %j, %d times, as o200k_base does", (piece, times, tokens) => {
    expect(exact.count(piece.repeat(times))).toBe(tokens);
  });

  it("treats the names of special tokens as text", () => {
    expect(exact.count("<|endoftext|><|im_start|>user<|im_end|>")).toBe(19);
  });

  it.each(["a", "字", "="])("does not take minutes for a megabyte of %j", (piece) => {
    const started = cpuTime();
    expect(exact.count(piece.repeat(Math.floor(1_048_576 / Buffer.byteLength(piece))))).toBeGreaterThan(1000);
    expect(cpuTime() - started).toBeLessThan(linearLimit);
  });

  it("counts any text, also broken ones, and never more tokens than bytes", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff)), (units) => {
        const text = String.fromCharCode(...units);
        const count = exact.count(text);
        expect(count).toBeLessThanOrEqual(Buffer.byteLength(text));
        expect(count > 0).toBe(text !== "");
      }),
      samples(),
    );
  });
});

describe("byte pairs", () => {
  const count = (ranks: readonly string[], text: string) => bytePairCounter(ranks, /[^ ]+/g)(text);

  it("merges the pair of lowest rank first, and the first of equal ones", () => {
    expect(count(["a", "b", "c", "bc", "ab"], "abc")).toBe(2);
    expect(count(["a", "aa"], "aaa")).toBe(2);
    expect(count(["a", "aa", "aaaa"], "aaaaaaa")).toBe(3);
    expect(count(["a", "b", "ab", "abab"], "ababab abab")).toBe(3);
  });
});

describe("the estimate", () => {
  it("is reported with its error, and an exact count with its tokenizer", () => {
    expect(inTokens(5813, estimate)).toBe("about 5,800 tokens (±15%)");
    expect(inTokens(5813, exact)).toBe("5,813 tokens (o200k_base)");
    expect([7, 184, 1000].map((amount) => inFigures(amount, estimate.name))).toEqual([
      "about 7",
      "about 180",
      "about 1,000",
    ]);
    expect(inFigures(1184, exact.name)).toBe("1,184");
  });

  it.each([
    [
      "prose",
      "Read the field's name, its kind and its page, and write the value that belongs there. ".repeat(40),
    ],
    ["a table", "| `name` | text | 1 | the name as in the passport |\n".repeat(40)],
    [
      "code",
      "for (const { name, value } of form.fields) if (value === undefined) missing.push(name);\n".repeat(40),
    ],
  ])("is within a fifth of o200k_base for %s", (_, text) => {
    expect(Math.abs(estimateTokens(text) / exact.count(text) - 1)).toBeLessThan(0.2);
  });
});

describe("sections", () => {
  const skill = parsed(
    "---\nname: pdf-forms\ndescription: Fills forms\n---\nab\n\n# C\nde\n## F\nghi\n### J\nk\n## L\nm\n# N\n",
  );

  it("report their cost alone and with those below", () => {
    expect(
      sectionsOf(skill, letters).map(({ title, level, line, tokens, total }) => [
        title,
        level,
        line,
        tokens,
        total,
      ]),
    ).toEqual([
      ["(no heading)", 0, 5, 2, 2],
      ["C", 1, 7, 2, 7],
      ["F", 2, 9, 3, 4],
      ["J", 3, 11, 1, 1],
      ["L", 2, 13, 1, 1],
      ["N", 1, 15, 0, 0],
    ]);
  });

  it("are parts of the body if their level occurs more than once", () => {
    const chapters = (text: string) =>
      chaptersOf(sectionsOf(parsed(text), letters)).map(({ title }) => title);
    expect(chapters("# C\n## F\n### J\n## L\n")).toEqual(["F", "L"]);
    expect(chapters("# C\n## F\n# N\n")).toEqual(["C", "N"]);
    expect(chapters("# C\n## F\n")).toEqual([]);
    expect(chapters("none\n")).toEqual([]);
  });

  it("take time linear in the number of headings", () => {
    const started = cpuTime();
    expect(sectionsOf(parsed("# a\n## b\n".repeat(50_000)), estimate)).toHaveLength(100_000);
    expect(cpuTime() - started).toBeLessThan(linearLimit);
  });
});
