// The error of the token estimate for the bodies of a tree's skills, compared with the exact count of o200k_base, by
// script.
// node bench/tokens.js PATH
import { readFileSync } from "node:fs";
import path from "node:path";
import { required } from "./command-line.js";
import { filesBelow } from "./files.js";
import { table } from "./pair.js";
import { importSource } from "./source.js";

const corpus = required(process.argv[2], "tokens.js PATH");
/** @type {typeof import("../src/core/estimate-tokens.ts")} */
const { estimateTokens } = await importSource("src/core/estimate-tokens.ts");
/** @type {typeof import("../src/tokens/exact-counter.ts")} */
const { loadExactCounter } = await importSource("src/tokens/exact-counter.ts");
const exact = await loadExactCounter();

/** Shorter bodies do not matter, and a single token is a large share of them. */
const shortest = 400;
/**
 * A text counts as Chinese, Japanese or Korean if a fifth of its characters are: the rest is mostly code and spaces.
 */
const share = 0.2;

const bodies = filesBelow(corpus)
  .filter((file) => path.basename(file) === "SKILL.md")
  .map((file) => readFileSync(path.join(corpus, file), "utf8").replace(/^---\r?\n[^]*?\n---\r?\n/, ""))
  .filter((body) => body.length >= shortest);

const cpu = process.cpuUsage();
const errors = bodies.map((body) => ({ body, tokens: exact.count(body) }));
const spent = process.cpuUsage(cpu);
const measured = errors.map(({ body, tokens }) => ({
  script: scriptOf(body),
  error: (estimateTokens(body) - tokens) / tokens,
}));

const rows = ["Latin", "Chinese, Japanese, Korean", "other"].map((script) => {
  const of = measured.filter((each) => each.script === script).map(({ error }) => error);
  const sizes = of.map(Math.abs).sort((a, b) => a - b);
  return [
    script,
    String(of.length),
    percent(
      quantile(
        of.toSorted((a, b) => a - b),
        0.5,
      ),
    ),
    percent(quantile(sizes, 0.5)),
    percent(quantile(sizes, 0.9)),
    percent(sizes.at(-1) ?? 0),
  ];
});
const characters = bodies.reduce((sum, { length }) => sum + length, 0);
const total = errors.reduce((sum, { tokens }) => sum + tokens, 0);
console.log(
  `${bodies.length} bodies, ${characters} characters, ${total} tokens, counted in ${((spent.user + spent.system) / 1e6).toFixed(2)} CPU s`,
);
console.log(
  table([["estimate against o200k_base", "bodies", "median", "median size", "90 %", "most"], ...rows]),
);

/** @param {string} body */
function scriptOf(body) {
  /** @param {RegExp} pattern */
  const of = (pattern) => (body.match(pattern) ?? []).length / body.length;
  if (of(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu) >= share)
    return "Chinese, Japanese, Korean";
  return of(
    /[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu,
  ) >= share
    ? "other"
    : "Latin";
}

/** @param {readonly number[]} sorted @param {number} part */
function quantile(sorted, part) {
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}

/** @param {number} part */
function percent(part) {
  return `${(100 * part).toFixed(1)} %`;
}
