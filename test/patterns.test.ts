import { expect, it, vi } from "vitest";
import { patternExceptions as excepted } from "../bench/pattern-exceptions.js";
import { loadPatterns, readPatterns, type WrittenPattern } from "./support/patterns.ts";
import { repetitionsIn } from "./support/super-linear.ts";

// Patterns with Unicode properties are made when they are first asked for: here at once, to be seen.
vi.mock("../src/core/unicode-pattern.ts", () => ({
  unicodePattern(source: string, flags = "u") {
    const pattern = new RegExp(source, flags);
    return () => pattern;
  },
}));

/** Files in which functions make patterns, and of what: text of a skill is escaped, or timed by a limit. */
const makers: Readonly<Record<string, string>> = {
  "lint/check-collection.ts": "an escaped word",
  "core/regular-expression.ts": "an author's pattern, which is not run there",
  "core/unicode-pattern.ts": "patterns of ours, made above",
  "harness/evals/sentences.ts": "sentences of ours, made when the file is loaded",
  "harness/scenario/pattern.ts": "an author's pattern, stopped after a second",
  "inventory/regions.ts": "a copy of a literal",
  "own/linear-pattern.ts": "one character of a pattern, asked about one character of a text",
  "parse/format/shaped.ts":
    "shapes of ours, made when the files with them are loaded, and two that are anchored",
  "rules/scripts/dependency-undeclared.ts": "escaped names",
  "rules/scripts/parts/command-line.ts": "a name of word characters",
  "rules/description/cut.ts": "a word of 3 to 20 letters",
  "rules/fields/license-format.ts": "an escaped name",
};

const { literals, makers: found } = readPatterns();
const made = await loadPatterns();

function objections({ file, source, flags }: WrittenPattern): readonly string[] {
  return repetitionsIn(source, flags).map(
    ({ kind, of }) => `${file}: /${source.slice(0, 80)}/ (${kind}: ${JSON.stringify(of)})`,
  );
}

it("has no pattern whose time grows faster than the text", () => {
  expect(literals.length).toBeGreaterThan(1000);
  expect(made.length).toBeGreaterThan(50);
  const isExcepted = ({ file, source }: WrittenPattern) =>
    excepted.some((exception) => exception.file === file && source.startsWith(exception.starts));
  expect([...literals, ...made].filter((pattern) => !isExcepted(pattern)).flatMap(objections)).toEqual([]);
});

it("makes an exception only of what it would report", () => {
  for (const { file, starts } of excepted) {
    const patterns = [...literals, ...made].filter(
      (each) => each.file === file && each.source.startsWith(starts),
    );
    expect(patterns.flatMap(objections), `${file} ${starts}`).not.toEqual([]);
  }
});

it("knows which functions make patterns", () => {
  expect(found).toEqual(Object.keys(makers).toSorted());
});

it.each([
  ["a run that must not end the text", "\\n\\s{199,}(?=\\S)", "g"],
  ["a run at the end", "[.:]+$", ""],
  ["a run before an end that it cannot have", "\\w+(?![\\w-])", "g"],
  ["two runs side by side", "\\btee\\s+(?:-a\\s+)?\\s*x", "gu"],
  ["two runs with little between them", "\\bfor\\s+[\\w, ]{1,40}\\s+in\\b", "g"],
  ["lines that begin with blanks", "^\\s*#.*contents", "im"],
  ["an opening that may have no end", "<!--[^]*?-->", "g"],
  ["a choice that reads all before it is let go", "a(?:[^]*c)?", "g"],
  ["a class that holds the letter after it", "-\\w*[ec]\\w*\\s", "g"],
  ["a repetition of a repetition", "^(?:\\w+\\s?)+$", ""],
  ["two ways to read an escape", '^"(?:[^"]|\\\\.)*"$', ""],
  ["a lookbehind without a limit", "(?<=a\\s*)b", "g"],
  ["a limit that is as good as none", "<[^>]{0,5000}>", "g"],
])("reports %s", (_, source, flags) => {
  expect(repetitionsIn(source, flags)).not.toEqual([]);
});

it.each([
  ["a run that begins at the start", "^\\s+x", ""],
  ["a run that begins with a line", "^[ \\t]+x", "gm"],
  ["a run that nothing follows", "[\\s,]+", "g"],
  ["a run that whatever follows it ends", "\\w+(?!\\w)", "g"],
  ["a run that begins where none is before it", "(?<!\\w)\\w+x", "g"],
  ["a word", "\\b\\w+x", "g"],
  ["a line with or without its end", "[^\\n]*\\n|[^\\n]+$", "g"],
  ["a short run", "a\\s{0,9}\\s{0,9}b", "g"],
  ["where the last match ended", "\\s+x", "y"],
])("does not report %s", (_, source, flags) => {
  expect(repetitionsIn(source, flags)).toEqual([]);
});
