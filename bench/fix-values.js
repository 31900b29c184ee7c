// Compares the frontmatter values that each reader finds before and after fixes, and names the fix that explains each
// difference.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "./files.js";
import { count } from "./tally.js";

/** @typedef {import("../src/model/reports/lint.ts").SkillFix} SkillFix */
/** @typedef {import("./frontmatter-readers.js").Fields} Fields */
/** @typedef {import("./frontmatter-readers.js").Reader} Reader */
/** @typedef {{ before: string, after: string, fixed: readonly SkillFix[], unsafe: boolean }} Change The trees before and after the fixes, and the fixes. */
/** @typedef {{ rule: string, title: RegExp, fields: "*" | readonly string[], unsafe?: boolean }} Explanation */

/** The title that a fix must have if it changes a value. The field in the title is the one that changes, except for moved fields. @type {readonly Explanation[]} */
const explanations = [
  {
    rule: "allowed-tools-format",
    title:
      /^(?:Replace the list with a string|Separate the tools with spaces|Remove the empty allowed-tools)/,
    fields: ["allowed-tools"],
  },
  {
    rule: "boolean-field",
    title: /^Replace .* with (?:true|false)$/,
    fields: ["background", "disable-model-invocation", "disableModelInvocation", "user-invocable"],
  },
  { rule: "compatibility-format", title: /^Remove /, fields: ["compatibility"] },
  { rule: "description-lines", title: /^Write description on one line/, fields: ["description"] },
  { rule: "field-spelling", title: /^Rename the field to /, fields: "*" },
  { rule: "field-type", title: / \(a string instead of /, fields: ["name", "description", "compatibility"] },
  {
    rule: "frontmatter-comment",
    title: /^Quote the value/,
    fields: ["description", "compatibility"],
  },
  { rule: "frontmatter-flow", title: / \(a string instead of a (?:list|map)\)$/, fields: ["argument-hint"] },
  { rule: "license-format", title: / \(a string instead of /, fields: ["license"] },
  { rule: "line-endings", title: /^End /, fields: "*" },
  { rule: "metadata-format", title: / \(a string instead of /, fields: ["metadata"] },
  { rule: "name-format", title: /^Rename to /, fields: ["name"] },
  { rule: "name-matches-directory", title: /^Rename to /, fields: ["name"] },
  { rule: "name-required", title: /^Write name: /, fields: ["name"] },
  { rule: "unknown-field", title: /^Move .* under metadata/s, fields: "*" },
  // Readers disagree on broken YAML: its changes are explained if the fix is unsafe.
  { rule: "frontmatter-yaml", title: /./s, fields: "*", unsafe: true },
  { rule: "frontmatter-fence", title: /./s, fields: "*", unsafe: true },
];

/** Prints changes by reader and by fix, and each unexplained change; returns the number of unexplained changes. @param {Change} change @param {ReadonlyMap<string, Reader>} readers */
export function compareReaders({ before, after, fixed, unsafe }, readers) {
  const fixes = grouped(fixed);
  /** @type {Map<string, number>} */
  const counts = new Map();
  const unexplained = [];
  for (const directory of skillDirectories(before)) {
    const [old, now] = [textIn(before, directory), textIn(after, directory)];
    if (old === undefined || old === now) continue;
    for (const [reader, read] of readers) {
      for (const { field, from, to } of differences(read(old), now === undefined ? undefined : read(now))) {
        const by = (fixes.get(directory) ?? []).find((fix) => explains(fix, field, unsafe));
        count(counts, `${reader}: ${by ? by.ruleId : "no fix"}`);
        if (!by) unexplained.push(`${directory}: ${reader}: ${field}: ${from} -> ${to}`);
      }
    }
  }
  for (const [key, times] of [...counts].sort()) console.log(`${String(times).padStart(6)} ${key}`);
  for (const line of unexplained) console.log(line);
  console.log(`${String(unexplained.length).padStart(6)} unexplained`);
  return unexplained.length;
}

/** Groups fixes by the directory of their skill. @param {readonly SkillFix[]} fixed */
function grouped(fixed) {
  /** @type {Map<string, SkillFix[]>} */
  const groups = new Map();
  for (const fix of fixed) {
    const key = path.normalize(fix.path);
    groups.set(key, [...(groups.get(key) ?? []), fix]);
  }
  return groups;
}

/** @param {SkillFix} fix @param {string} field @param {boolean} unsafe */
function explains({ ruleId, title }, field, unsafe) {
  return explanations.some(
    (each) =>
      each.rule === ruleId &&
      (unsafe || !each.unsafe) &&
      each.title.test(title) &&
      (each.fields === "*" || each.fields.includes(field)),
  );
}

/** Changes of fields that could be read before; none of them may be lost. @param {Fields | undefined} before @param {Fields | undefined} after */
function differences(before, after) {
  if (before === undefined) return [];
  if (after === undefined) return [{ field: "all of it", from: "read", to: "no longer read" }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Array.from(keys).flatMap((field) => {
    const [from, to] = [written(before[field]), written(after[field])];
    return from === to ? [] : [{ field, from, to }];
  });
}

/** Normalizes text to ignore the last line ending of a block scalar, and maps to ignore the order of keys. @param {unknown} value */
function written(value) {
  return (
    JSON.stringify(value, (_, each) =>
      typeof each === "string"
        ? each.replace(/\n+$/, "")
        : each && typeof each === "object" && !Array.isArray(each) && !(each instanceof Date)
          ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
          : each,
    ) ?? "absent"
  );
}

/** @param {string} root */
function skillDirectories(root) {
  return filesBelow(root)
    .filter((file) => path.basename(file).toLowerCase() === "skill.md")
    .map((file) => path.dirname(file))
    .sort();
}

/** @param {string} root @param {string} directory */
function textIn(root, directory) {
  const name = readdirSync(path.join(root, directory)).find((each) => each.toLowerCase() === "skill.md");
  return name && readFileSync(path.join(root, directory, name), "utf8");
}
