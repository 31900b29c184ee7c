// The bodies of a tree's skills: how far the estimate of tokens is from the exact count of o200k_base, by script.
// node bench/tokens.js PATH
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { table } from "./pair.js";

const [corpus] = process.argv.slice(2);
if (!corpus) throw new Error("usage: node bench/tokens.js PATH");
const { estimateTokens, loadExactCounter } = await loadCounters();
const exact = await loadExactCounter();

/** Shorter bodies are of no weight, and a token more or less is a large part of them. */
const shortest = 400;
/** A text counts as Chinese, Japanese or Korean where a fifth of its characters is: the rest is mostly code and blanks. */
const share = 0.2;

const bodies = readdirSync(corpus, { recursive: true, encoding: "utf8" })
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

/** The sources themselves: Node runs no TypeScript of its own yet. */
async function loadCounters() {
  /** @param {string} name */
  const source = (name) => fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
  const dir = mkdtempSync(path.join(tmpdir(), "skills-tokens-"));
  const build = await rolldown({
    input: { o200k: source("tokens/exact-counter"), estimate: source("core/estimate-tokens") },
    platform: "node",
    external: /^node:/,
  });
  await build.write({ dir, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" });
  await build.close();
  const modules = await Promise.all(
    ["estimate", "o200k"].map((name) => import(path.join(dir, `${name}.mjs`))),
  );
  process.on("exit", () => rmSync(dir, { recursive: true }));
  return Object.assign({}, ...modules);
}
