// Compiles the cases of all rules into the examples of `skills explain`.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const cases = path.join(root, "fixtures/rules");

/** @typedef {import("../src/model/reports/explain.ts").RuleExamples} RuleExamples */
/** @typedef {import("../src/model/reports/explain.ts").RuleExample & { isThere: boolean, refusedBy: readonly string[] }} Case */

/** Maximum lines and characters of a file on a page. */
const longest = { lines: 14, characters: 600 };

/** All targets in order; a case lists those that refuse it. */
/** @type {{ enum: RuleExamples["refusedBy"] }} */
const { enum: targets } = JSON.parse(readFileSync(path.join(root, "schemas/report.schema.json"), "utf8"))
  .$defs.target;

/** Rule id → the targets in its row of docs/severity.md, for which a test asks every target about every case. */
const tabled = new Map(
  Array.from(
    readFileSync(path.join(root, "docs/severity.md"), "utf8").matchAll(
      /^\| `([\w-]+)` \| ([a-z0-9, -]+) \|$/gm,
    ),
    ([, id = "", row = ""]) => [id, /** @type {RuleExamples["refusedBy"]} */ (row.split(", "))],
  ),
);

export function writeRuleExamples() {
  const module = `import type { RuleExamples } from "../model/reports/explain.ts";

export const ruleExamples: Readonly<Record<string, RuleExamples>> = ${JSON.stringify(collectRuleExamples())};
`;
  writeFileSync(path.join(root, "src/generated/rule-examples.ts"), module);
}

/** Rule id → the targets that refuse, and the simplest cases with and without findings. @returns {Readonly<Record<string, RuleExamples>>} */
export function collectRuleExamples() {
  const ids = Array.from(new Set([...foldersIn(cases), ...tabled.keys()])).sort();
  return Object.fromEntries(ids.map((id) => [id, examplesOf(id)]));
}

/** @param {string} id @returns {RuleExamples} */
function examplesOf(id) {
  // A new case has no expected.txt yet.
  const home = path.join(cases, id);
  const names = (existsSync(home) ? foldersIn(home) : []).filter((name) =>
    existsSync(path.join(home, name, "expected.txt")),
  );
  const all = names.map((name) => readCase(id, name));
  const row = tabled.get(id);
  /** @type {Set<string>} */
  const refusing = new Set(all.flatMap(({ refusedBy }) => refusedBy));
  const reported = differing(all.filter(({ says }) => says.length > 0).sort(plainestFirst));
  const silent = all.filter(({ says }) => says.length === 0).sort(plainestFirst);
  const [bad, good] = closest(reported, silent, (name, file) => readCase(id, name, file));
  const others = reported.filter((each) => each !== bad);
  return {
    refusedBy: row ?? targets.filter((target) => refusing.has(target)),
    ...(bad && { bad: toExample(bad) }),
    ...(others.length > 0 && { others: others.map(toExample) }),
    ...(good && { good: toExample(good) }),
  };
}

/**
 * The reported case and the one that is not reported that differ least, so that the page shows what to change; the
 * plainest of each if no two are about the same file. @param {readonly Case[]} reported @param {readonly Case[]} silent
 * @param {(name: string, file: string) => Case} about @returns {readonly [Case | undefined, Case | undefined]}
 */
function closest(reported, silent, about) {
  const pairs = reported.flatMap((bad) =>
    silent
      .filter(
        ({ directory, file, beside }) =>
          directory === bad.directory && (file === bad.file || beside.includes(bad.file)),
      )
      .map((each) => (each.file === bad.file ? each : about(each.name, bad.file)))
      .map((good) => ({
        pair: /** @type {const} */ ([bad, good]),
        changed: changedLines(bad.text, good.text),
      })),
  );
  const [first] = pairs.sort((one, other) => one.changed - other.changed);
  return first ? first.pair : [reported[0], silent[0]];
}

/** The number of lines that only one of two texts has. @param {string} one @param {string} other */
export function changedLines(one, other) {
  const [ours, theirs] = [one, other].map((text) => text.split(/\r?\n/));
  const rest = [...(theirs ?? [])];
  let own = 0;
  for (const line of ours ?? []) {
    const at = rest.indexOf(line);
    if (at < 0) own++;
    else rest.splice(at, 1);
  }
  return own + rest.length;
}

/** The first case of each reason: those whose messages differ only in quoted text and numbers are alike. @param {readonly Case[]} all */
function differing(all) {
  /** @type {Set<string>} */
  const seen = new Set();
  return all.filter(({ says }) => {
    const reasons = says.map((line) => line.replace(/^\S+ /, "").replace(/"[^"]*"|`[^`]*`|\d+/g, "…"));
    const isNew = reasons.some((reason) => !seen.has(reason));
    for (const reason of reasons) seen.add(reason);
    return isNew;
  });
}

/** `shown` is the file to show, by default that of the first finding. @param {string} id @param {string} name @param {string} [shown] @returns {Case} */
function readCase(id, name, shown) {
  const home = path.join(cases, id, name);
  const [directory = ""] = foldersIn(home);
  const lines = readFileSync(path.join(home, "expected.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const findings = lines.map(readFinding);
  const files = filesIn(path.join(home, directory));
  const about = shown ?? findings[0]?.file ?? "SKILL.md";
  const file = files.includes(about) ? about : files.includes("SKILL.md") ? "SKILL.md" : files[0];
  if (file === undefined) throw new Error(`${home} holds no skill`);
  return {
    name,
    directory,
    file,
    text: decode(readFileSync(path.join(home, directory, file))),
    isThere: files.includes(about),
    beside: files.filter((each) => each !== file),
    says: findings.map(({ file: of, place, message }) => `${of}${place.split("-")[0]} ${message}`),
    refusedBy: findings.flatMap(({ refusedBy }) => refusedBy.split(" ").filter((target) => target !== "")),
  };
}

/** A line of expected.txt. @param {string} line */
function readFinding(line) {
  const [, file = "", place = "", refusedBy = "", message = ""] =
    /^(.*?)(:\d+:\d+-\d+:\d+)? (?:error|warning|info) \[([a-z -]*)\] (.*)$/.exec(line) ?? [];
  if (message === "") throw new Error(`${JSON.stringify(line)} is no finding`);
  return { file, place, refusedBy, message };
}

/** Sorts by the number of refusing clients, then by length. @param {Case} a @param {Case} b */
function plainestFirst(a, b) {
  return (
    Number(b.isThere) - Number(a.isThere) ||
    b.refusedBy.length / (b.says.length || 1) - a.refusedBy.length / (a.says.length || 1) ||
    a.says.length - b.says.length ||
    a.text.length - b.text.length ||
    (a.name < b.name ? -1 : 1)
  );
}

/** @param {Case} chosen @returns {import("../src/model/reports/explain.ts").RuleExample} */
function toExample({ name, directory, file, text, beside, says }) {
  return { name, directory, file, text: cut(text), beside, says };
}

/** @param {string} text */
function cut(text) {
  const lines = withoutRepeats(text.replace(/\n$/, "").split("\n"));
  const shown = lines
    .slice(0, longest.lines)
    .map((line) =>
      line.length > longest.characters
        ? `${Array.from(line.slice(0, longest.characters)).slice(0, -1).join("")}…`
        : line,
    );
  return [
    ...shown,
    ...(lines.length > shown.length ? [`… and ${lines.length - shown.length} more lines`] : []),
  ].join("\n");
}

/** Replaces long lines that are repeated, with empty lines between them, by their number. @param {readonly string[]} lines */
function withoutRepeats(lines) {
  /** @type {string[]} */
  const kept = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    kept.push(line);
    let next = at + 1;
    let repeats = 0;
    for (let after = next; line.length > 60 && after < lines.length; after++) {
      if (lines[after] === line) {
        repeats++;
        next = after + 1;
      } else if (lines[after] !== "") break;
    }
    if (repeats > 0) kept.push(`… and the same line ${repeats} more times`);
    at = next;
  }
  return kept;
}

/** Decodes with the byte-order mark, as the case may be about it. @param {Uint8Array} bytes */
function decode(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** @param {string} directory */
function foldersIn(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .filter((item) => item.isDirectory())
    .map((item) => item.name)
    .sort();
}

/** @param {string} directory */
function filesIn(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => path.relative(directory, path.join(item.parentPath, item.name)).split(path.sep).join("/"))
    .sort();
}
