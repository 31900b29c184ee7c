// @ts-check
// The regular expressions of the built program, and slow inputs for each of them.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";
import { RegExpParser } from "@eslint-community/regexpp";
import { parse } from "acorn";
import { repeated, texts } from "./pump-inputs.js";

/** @typedef {{ readonly source: string, readonly flags: string }} Pattern */
/** @typedef {import("@eslint-community/regexpp").AST.Element} Element */

/**
 * Every regular expression literal of the program and its packages, and those created while its files are loaded.
 * @param {string} dist
 * @returns {readonly Pattern[]}
 */
export function builtPatterns(dist) {
  const folder = path.join(dist, "bin");
  /** @type {Map<string, Pattern>} */
  const found = new Map();
  const add = (/** @type {Pattern} */ { source, flags }) =>
    found.set(`/${source}/${flags}`, { source, flags });
  const files = readdirSync(folder).filter((file) => file.endsWith(".cjs"));
  for (const file of files) {
    walk(
      parse(readFileSync(path.join(folder, file), "utf8"), {
        ecmaVersion: "latest",
        sourceType: "script",
        allowHashBang: true,
      }),
      (node) => {
        if (node.regex) add({ source: node.regex.pattern, flags: node.regex.flags });
      },
    );
  }
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, [source, flags]) {
      const pattern = new target(source, flags);
      add(pattern);
      return pattern;
    },
  });
  const load = createRequire(import.meta.url);
  // Loading the entry points would run the programs.
  for (const file of files) {
    const name = path.join(folder, file);
    if (file.startsWith("chunk-") && !/\.\/skills(?:-ref)?\.cjs/.test(readFileSync(name, "utf8"))) load(name);
  }
  globalThis.RegExp = Native;
  return [...found.values()];
}

/**
 * @param {any} node
 * @param {(node: any) => void} see
 */
function walk(node, see) {
  if (typeof node !== "object" || node === null) return;
  see(node);
  for (const child of Object.values(node)) walk(child, see);
}

/**
 * General texts, and for each repetition in the pattern: its prefix, followed by many repetitions.
 * @param {Pattern} pattern
 * @param {number} size
 * @returns {ReadonlyMap<string, string>}
 */
export function aimedAt(pattern, size) {
  const all = texts(size);
  const { pattern: root } = new RegExpParser({ ecmaVersion: 2025 }).parseLiteral(
    `/${pattern.source}/${pattern.flags}`,
  );
  for (const { alternatives } of [root])
    for (const { elements } of alternatives) aim(elements, "", size, all);
  return all;
}

/**
 * @param {readonly Element[]} elements
 * @param {string} before
 * @param {number} size
 * @param {Map<string, string>} all
 */
function aim(elements, before, size, all) {
  let lead = before;
  for (const element of elements) {
    if (element.type === "Quantifier" && element.max > 20) {
      const one = sample(element.element);
      add(all, `${JSON.stringify(lead)}, then ${JSON.stringify(one)}`, lead + repeated(one || "x", size));
      add(
        all,
        `${JSON.stringify(lead)}, then ${JSON.stringify(one)}, then a letter`,
        `${lead + repeated(one || "x", size)}\u0001`,
      );
      add(all, `${JSON.stringify(lead + one)} repeated`, repeated(lead + one || "x", size));
    }
    if ("alternatives" in element)
      for (const { elements: inner } of element.alternatives)
        aim(/** @type {Element[]} */ (inner), lead, size, all);
    else if (element.type === "Quantifier" && "alternatives" in element.element)
      for (const { elements: inner } of element.element.alternatives) aim(inner, lead, size, all);
    lead += sample(element);
  }
}

/**
 * @param {Map<string, string>} all
 * @param {string} name
 * @param {string} text
 */
function add(all, name, text) {
  if (all.size < 160) all.set(name, text);
}

/**
 * A short text that the element matches.
 * @param {Element} element
 * @returns {string}
 */
function sample(element) {
  switch (element.type) {
    case "Character":
      return String.fromCodePoint(element.value);
    case "CharacterSet":
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return readBy(element.raw);
    case "Group":
    case "CapturingGroup":
      return (element.alternatives[0]?.elements ?? []).map(sample).join("");
    case "Quantifier":
      return sample(element.element).repeat(Math.max(1, Math.min(element.min, 3)));
    default:
      return "";
  }
}

/** @param {string} raw */
function readBy(raw) {
  const set = new RegExp(`^(?:${raw})$`, /^\[?[^]*\\p|\\u\{/.test(raw) ? "u" : "");
  return [..." \tax1-.\"'`([{<#*_/:=,;|\n\u00e9\u4e2d"].find((character) => set.test(character)) ?? "x";
}

/**
 * Milliseconds of CPU time to find every match, or until the wall-clock limit.
 * @param {Pattern} pattern
 * @param {string} text
 * @param {number} limit
 */
export function timeSearch({ source, flags }, text, limit) {
  const all = /[gy]/.test(flags) ? flags : `${flags}g`;
  const context = vm.createContext({ pattern: new RegExp(source, all), text });
  const start = process.cpuUsage();
  try {
    vm.runInContext(
      "for (const _ of text.matchAll(pattern.sticky ? new RegExp(pattern, pattern.flags.replace('g', '') + 'g') : pattern));",
      context,
      { timeout: limit },
    );
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
