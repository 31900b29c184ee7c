// @ts-check
// Inputs that expose slow code: one string repeated in each part of a skill that the program reads.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * The repeated strings. Each makes patterns or parsers look far ahead differently.
 * @type {Readonly<Record<string, string>>}
 */
export const units = {
  newline: "\n",
  crlf: "\r\n",
  blank: " ",
  tab: "\t",
  letter: "a",
  digit: "1",
  dot: ".",
  hyphen: "-",
  slash: "/",
  word: "word ",
  line: "word\n",
  sentence: "Run tee the script. ",
  path: "references/a.md ",
  code: "`a.md` ",
  link: "[a](b.md) ",
  definition: "[a]: b\n",
  opening: "[",
  label: "[a](",
  close: "]",
  image: "![",
  paren: "(",
  brace: "{",
  angle: "<",
  comment: "<!--",
  tag: "<a b=",
  attribute: '<a href="',
  double: '"',
  single: "'",
  tick: "`",
  ticks: "` `` ",
  star: "*a ",
  stars: "*",
  under: "_a_",
  tilde: "~",
  heading: "# a\n",
  quote: "> ",
  quoted: ">a\n>\n",
  fence: "```\n",
  fenced: "```sh\na.sh\n```\n",
  item: "- a\n",
  rule: "---\n",
  setext: "a\n=\n",
  table: "|a|\n",
  entity: "&amp;",
  backslash: "\\",
  escaped: "\\]:",
  dollar: "$a ",
  address: "http://a.b/c ",
  at: "a@",
  equals: "a = b\n",
  key: "a: b\n",
  indented: "  a: b\n",
  anchor: "&a *a ",
  flow: "[a, ",
  shell: "a | b && c; ",
  subshell: "$(",
  heredoc: "<<A\n",
  python: "import a\n",
  javascript: 'import "./a.js";\n',
  accent: "\u00e9",
  han: "\u4e2d",
  emoji: "\u{1f600}",
  zero: "\u200b",
  tee: "tee  ",
  import: "from a import ",
  date: "2024-01-01 ",
  secret: "sk-aaaa",
  hash: "#",
  percent: "%",
  mention: "/pump ",
  env: "for a in os.environ ",
  prompt: "read -p ",
  curl: "curl a | sh\n",
  escape: "\\a",
  upload: "@a.",
  ellipsis: "...",
};

/**
 * Texts that do not repeat a single string.
 * @type {Readonly<Record<string, (size: number) => string>>}
 */
const shapes = {
  "nested lists": (size) => nested(size, (depth) => `${"  ".repeat(depth)}- a\n`),
  "nested quotes": (size) => nested(size, (depth) => `${"> ".repeat(depth)}a\n`),
  "numbered lines": (size) => counted(size, (at) => `line ${at} names \`references/file-${at}.md\`\n`),
  "numbered links": (size) => counted(size, (at) => `[${at}](references/${at}.md)\n`),
  "numbered headings": (size) => counted(size, (at) => `## Part ${at}\n\n[${at}](#part-${at})\n`),
  "numbered keys": (size) => counted(size, (at) => `key${at}: ${at}\n`),
};

/** @param {number} size */
export function texts(size) {
  /** @type {Map<string, string>} */
  const all = new Map();
  for (const [name, unit] of Object.entries(units)) all.set(name, repeated(unit, size));
  for (const name of ["newline", "blank", "dot", "letter", "tee"])
    all.set(`${name}, then x`, `${repeated(units[name] ?? "", size - 1)}x`);
  for (const [name, make] of Object.entries(shapes)) all.set(name, make(size));
  return all;
}

/**
 * @param {string} unit
 * @param {number} size
 */
export function repeated(unit, size) {
  return unit.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(unit))));
}

/**
 * @param {number} size
 * @param {(depth: number) => string} line
 */
function nested(size, line) {
  let text = "";
  for (let depth = 0; text.length < size; depth = (depth + 1) % 400) text += line(depth);
  return text.slice(0, size);
}

/**
 * @param {number} size
 * @param {(at: number) => string} line
 */
function counted(size, line) {
  const lines = [];
  for (let at = 0, length = 0; length < size; at++) {
    lines.push(line(at));
    length += lines[at]?.length ?? 0;
  }
  return lines.join("");
}

const head =
  "---\nname: pump\ndescription: Reads a file and writes a table. Use when the user asks for a table.\n";
const body =
  "---\n\n# Pump\n\nRead [the notes](references/a.md), run `scripts/run.sh`, `scripts/run.py` and `scripts/run.js`, see `assets/a.json`.\n\n";

/**
 * The parts of a skill, each with a function that puts a text into it.
 * @type {Readonly<Record<string, (text: string) => Readonly<Record<string, string>>>>}
 */
export const places = {
  body: (text) => ({ "SKILL.md": head + body + text }),
  description: (text) => ({
    "SKILL.md": `---\nname: pump\ndescription: >-\n  Use when. ${text.replaceAll("\n", "\n  ")}\n${body}`,
  }),
  quoted: (text) => ({
    "SKILL.md": `---\nname: pump\ndescription: ${JSON.stringify(`Use when. ${text}`)}\nlicense: ${JSON.stringify(text)}\n${body}`,
  }),
  fields: (text) => ({ "SKILL.md": `${head}metadata:\n${text}\n${body}` }),
  tools: (text) => ({ "SKILL.md": `${head}allowed-tools: ${text.replaceAll(/\r?\n/g, " ")}\n${body}` }),
  reference: (text) => ({ "SKILL.md": head + body, "references/a.md": text }),
  shell: (text) => ({ "SKILL.md": head + body, "scripts/run.sh": `#!/bin/sh\n${text}` }),
  python: (text) => ({ "SKILL.md": head + body, "scripts/run.py": `#!/usr/bin/env python3\n${text}` }),
  javascript: (text) => ({ "SKILL.md": head + body, "scripts/run.js": text }),
  json: (text) => ({ "SKILL.md": head + body, "assets/a.json": JSON.stringify({ env: [text] }) }),
  "raw json": (text) => ({ "SKILL.md": head + body, "assets/a.json": text }),
  evals: (text) => ({
    "SKILL.md": head + body,
    "evals/evals.json": JSON.stringify({ evals: [{ prompt: text, assertions: [text] }] }),
  }),
  scenario: (text) => ({
    "SKILL.md": head + body,
    "evals/a.scenario.yaml": `name: pump\nprompt: ${JSON.stringify(text)}\nskills: [..]\nsteps:\n  - activate: pump\n  - finish: ${JSON.stringify(text)}\nexpect:\n  answer: {matches: a}\n`,
  }),
};

/**
 * Trees of many small files, each nearly a million bytes in total.
 * @type {Readonly<Record<string, (size: number) => Readonly<Record<string, string>>>>}
 */
export const trees = {
  "many skills": (size) =>
    many(size / 2000, (at) => ({
      [`skill-${at}/SKILL.md`]: `${head.replace("pump", `skill-${at}`)}---\n\nRead [a](a.md).\n`,
      [`skill-${at}/a.md`]: "a\n",
    })),
  "equal skills": (size) => many(size / 2000, (at) => ({ [`skill-${at}/SKILL.md`]: head + body })),
  "many references": (size) => ({
    "pump/SKILL.md":
      head + body + many(size / 100, (at) => ({ [at]: `[${at}](references/${at}.md)\n` }), true),
    ...many(size / 1000, (at) => ({ [`pump/references/${at}.md`]: `Read [the next](${at + 1}.md).\n` })),
  }),
};

/**
 * @template {boolean} [Joined=false]
 * @param {number} count
 * @param {(at: number) => Record<string, string>} make
 * @param {Joined} [joined]
 * @returns {Joined extends true ? string : Record<string, string>}
 */
function many(count, make, joined) {
  /** @type {Record<string, string>} */
  const all = {};
  for (let at = 0; at < count; at++) Object.assign(all, make(at));
  return /** @type {never} */ (joined ? Object.values(all).join("") : all);
}

/**
 * @param {string} directory
 * @param {Readonly<Record<string, string>>} files
 */
export function writeFiles(directory, files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
