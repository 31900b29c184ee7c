import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";
import { calleeOf } from "./test-names.ts";

/** A text for people, with its file (relative to the project, with slashes) and its first line, 1-based. */
export interface Text {
  readonly file: string;
  readonly line: number;
  /** On one line, without code in backticks and without quotations in double quotes. */
  readonly text: string;
}

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * A whole word or phrase, and no part of a path, a flag or an id: "own" is found in "own files", not in
 * "own-path-fixed".
 */
function words(alternatives: string, { after = "", before = "" } = {}): RegExp {
  return new RegExp(`${after}(?<![\\w/-])(?:${alternatives})(?![\\w/-]|\\.\\w)${before}`, "gi");
}

const british = [
  "(?:un)?coloured|colours?|licences?|catalogues?|behaviours?|honours?|neighbours?|favours?|grey|whilst|centre",
  "artefacts?|judgement|modell(?:ed|ing|er)|labell(?:ed|ing)|cancell(?:ed|ing)|travell\\w+",
  "\\w*(?:recogni|normali|seriali|initiali|organi|optimi|materiali|summari|capitali|tokeni|saniti|generali|speciali|minimi|maximi|customi|authori|memori|prioriti|standardi|synchroni|categori|locali|visuali)s(?:e|ed|es|er|ing|ation)",
].join("|");

/** Words and phrases that readers stumble over, by what to write instead. */
const banned: Readonly<Record<string, RegExp>> = {
  "report, print, say": words("tells?|told|telling|said", { before: "(?! the user\\b)" }),
  "support, read, recognize": words("hears?|heard"),
  after: words("behind"),
  "is, appears": words("stands?|stood", { before: "(?! (?:in for|alone|out)\\b)" }),
  "the actor": words("nobody|somebody|anybody|whoever"),
  fix: words("cures?|cured|mend|mends|mended|mending"),
  untrusted: words("strangers?"),
  "non-ASCII, third-party, of another tool": words("foreign(?:ers?)?"),
  "removed, saved, retained": words("gone|kept"),
  default: words("usual"),
  again: words("anew"),
  spelled: words("(?:mis)?spelt"),
  space: words("blanks"),
  "a space": words("(?:a|one|by|no) blank", { before: "(?! (?:line|value|field|page|cell))" }),
  // The room of this name is in the tables of the architecture.
  "own after a possessive only": words("own", {
    after: "(?<!(?:\\b(?:its|their|your|our|my|his|her|of)|['’]s|s['’]) |\\| |\\bmodel, )",
  }),
  "location, position": words("places?", {
    after: "(?<!\\b(?:in|both|take|takes|took|first|second|decimal) )",
  }),
  "path, method": words("ways?", {
    after: "(?<!\\b(?:by the|two|several|either|other|same|any|no|this|that) )",
    before: "(?! (?:to|in which)\\b)",
  }),
  "does not exist": words("names no"),
  "dangling, does not exist": words("leads? (?:nowhere|to (?:no|nothing))"),
  reports: words("speaks? of"),
  almost: words("all but"),
  "not one of": words("none of", { before: "(?= (?!these|those|them)[a-z-]+,)" }),
  "the fix after a semicolon": /, expected\b/gi,
  "American spelling": words(british),
};

/** The banned words of a text, each with what to write instead. */
export function findBanned(text: string): { readonly word: string; readonly instead: string }[] {
  return Object.entries(banned).flatMap(([instead, pattern]) =>
    Array.from(text.matchAll(pattern), ([word]) => ({ word, instead })),
  );
}

const britishName = new RegExp(`^(?:${british}|(?:mis)?spelt)$`, "i");

/** The names in the program's code that contain a word in British spelling. */
export function britishNames(): string[] {
  const found = filesBelow("src", /\.ts$/).flatMap(
    (file) => readSource(file, readFileSync(path.join(root, file), "utf8")).names,
  );
  return Array.from(new Set(found))
    .filter((name) => wordsOf(name).some((word) => britishName.test(word)))
    .toSorted();
}

function wordsOf(name: string): string[] {
  return name.replace(/([a-z\d])(?=[A-Z])/g, "$1_").split("_");
}

type Reader = (file: string, content: string) => Text[];

/** Which files have texts for people, as directory ("" for the top level), ending and where the texts are. */
const readers: readonly (readonly [directory: string, ending: RegExp, read: Reader])[] = [
  ["src", /\.ts$/, sourceTexts],
  ["bench", /\.(?:c?js|ts)$/, sourceTexts],
  ["build", /\.(?:js|ts)$/, sourceTexts],
  ["test", /\.ts$/, testTexts],
  ...["", "docs", "src", "bench", "examples"].map((directory) => [directory, /\.md$/, pageTexts] as const),
  ...["bench", "test", "examples"].map(
    (directory) => [directory, /\.(?:py|sh|yml)$/, captured(/^\s*#(?!!)(.*)$/g)] as const,
  ),
  ...["", "schemas"].map(
    (directory) =>
      [directory, /\.json$/, captured(/"(?:description|title|\$comment)": "((?:[^"\\]|\\.)*)"/g)] as const,
  ),
  ["", /\.ya?ml$/, captured(/(?:^|- )\s*(?:description|name): (.*)|^\s*#(.*)/g)],
];

/**
 * What the project says to people: messages and comments of the program and its tools, documents, descriptions in
 * schemas, titles and comments of tests. Left out are pages and code that are generated from texts checked here, and
 * the strings of tests and fixtures, as they quote skills and other programs.
 */
export function allTexts(): Text[] {
  return readers.flatMap(([directory, ending, textsOf]) =>
    filesBelow(directory, ending).flatMap((file) =>
      textsOf(file, readFileSync(path.join(root, file), "utf8")),
    ),
  );
}

/** The texts of a file with this content. */
export function textsIn(file: string, content: string): Text[] {
  const reader = readers.find(
    ([directory, ending]) =>
      ending.test(file) && (directory === "" ? !file.includes("/") : file.startsWith(`${directory}/`)),
  );
  return reader?.[2](file, content) ?? [];
}

/** The files in a directory and below it, except generated code; for "", only those at the top level. */
function filesBelow(directory: string, ending: RegExp): string[] {
  return readdirSync(path.join(root, directory), { recursive: directory !== "", encoding: "utf8" })
    .map((file) => path.posix.join(directory, file.replaceAll(path.sep, "/")))
    .filter((file) => ending.test(file) && !file.startsWith("src/generated/"))
    .toSorted();
}

/** Strings that contain a space, and comments. */
function sourceTexts(file: string, content: string): Text[] {
  const source = readSource(file, content);
  return [...source.strings.filter(({ text }) => text.includes(" ")), ...source.comments];
}

/** Titles of tests and groups of tests, and comments. */
function testTexts(file: string, content: string): Text[] {
  const source = readSource(file, content);
  return [...source.titles, ...source.comments];
}

/** The lines of a document, except those that it quotes; nothing of a generated one. */
function pageTexts(file: string, content: string): Text[] {
  return /^(?:Generated|Written) by /m.test(content.slice(0, 200))
    ? []
    : captured(/^(?!>)(.*)$/g)(file, content);
}

/** Reads what a pattern captures in each line. */
function captured(pattern: RegExp): Reader {
  return (file, content) =>
    content.split("\n").flatMap((line, at) =>
      Array.from(line.matchAll(pattern), ([, first, second]) => ({
        file,
        line: at + 1,
        text: plain(first ?? second ?? ""),
      })),
    );
}

/** Without code, quotations, targets of links, and types in JSDoc; on one line. */
function plain(text: string): string {
  return text
    .replace(/\s*\n\s*(?:\*(?!\/)|\/\/)? */g, " ")
    .replace(/@\w+ \{(?:[^{}]|\{[^{}]*\})*\}(?: \[?\w+\]?)?/g, " ")
    .replace(/`[^`]*`|"[^"]*"|“[^”]*”|\]\([^)]*\)/g, "``");
}

interface Source {
  readonly strings: readonly Text[];
  readonly titles: readonly Text[];
  readonly comments: readonly Text[];
  readonly names: readonly string[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function readSource(file: string, source: string): Source {
  const textAt = (start: number, text: string): Text => ({
    file,
    line: source.slice(0, start).split("\n").length,
    text: plain(text),
  });
  const literals: Span[] = [];
  const strings: Text[] = [];
  const titles: Text[] = [];
  const names: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    if (node.type === "Identifier") names.push(String(node["name"]));
    const title =
      node.type === "CallExpression" && isTest(node["callee"]) ? [node["arguments"]].flat()[0] : undefined;
    if (isNode(title)) titles.push(...stringOf(title).map((text) => textAt(title.start, text)));
    strings.push(...stringOf(node).map((text) => textAt(node.start, text)));
    if (node.type === "TemplateElement" || node.type === "Literal") literals.push(node);
    else Object.values(node).forEach(visit);
  };
  visit(parseAst(source, { lang: "ts" }));
  const comments = commentsBetween(source, literals).map(({ start, end }) =>
    textAt(start, source.slice(start, end)),
  );
  return { strings, titles, comments, names };
}

interface Node extends Span, Readonly<Record<string, unknown>> {
  readonly type: string;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function isTest(callee: unknown): boolean {
  const name = calleeOf(callee);
  return name === "it" || name === "test" || name === "describe";
}

/** The value of a string or template; the values in a template are left open. */
function stringOf({ type, value, quasis }: Node): string[] {
  if (type === "TemplateLiteral") return [[quasis].flat().map(cooked).join("…")];
  return type === "Literal" && typeof value === "string" ? [value] : [];
}

function cooked(element: unknown): string {
  const value = isNode(element) ? element["value"] : undefined;
  return typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "";
}

/** What looks like a comment in a string, a template or a regular expression is not one. */
function commentsBetween(text: string, literals: readonly Span[]): Span[] {
  const skipped = literals.toSorted((left, right) => left.start - right.start);
  const comments: Span[] = [];
  let next = 0;
  for (let at = 0; at < text.length; ) {
    const literal = skipped[next];
    if (literal && at >= literal.start) {
      at = Math.max(at, literal.end);
      next += 1;
    } else if (text.startsWith("//", at) || text.startsWith("/*", at)) {
      const close = text[at + 1] === "/" ? text.indexOf("\n", at) : text.indexOf("*/", at) + 2;
      const end = close < 2 ? text.length : close;
      comments.push({ start: at, end });
      at = end;
    } else at += 1;
  }
  return comments;
}
