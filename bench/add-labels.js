// Adds labeled drafts of sample-hits.js to a file of labels; a new label replaces an older one of the same finding.
// node bench/add-labels.js DRAFT NOTES [--to FILE]
// A line of NOTES: numbers from the worksheet, + (right) or - (wrong), and the reason: "3 5-9 + the file is not there".
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { readLabels, writeLabels } from "./label-file.js";
import { isAt } from "./precision.js";
import { inRepository } from "./skills.js";

/** @typedef {import("./precision.d.ts").Label} Label */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: "string", default: inRepository("bench/labels.jsonl") } },
});
const usage = "add-labels.js DRAFT NOTES [--to FILE]";
const draft = required(positionals[0], usage);
const notes = required(positionals[1], usage);

const drafts = readLabels(draft);
/** @type {Map<number, Label>} */
const judged = new Map();
for (const note of readFileSync(notes, "utf8").split("\n")) {
  if (note.trim() === "") continue;
  const [, numbers, sign, reason] = /^([\d\s-]*\d)\s*([+-])\s+(\S.*)$/.exec(note) ?? [];
  if (!numbers || !reason) throw new Error(`invalid note: ${note}`);
  for (const at of numbers.trim().split(/\s+/).flatMap(range)) judge(at, sign === "+", reason);
}
/** @type {Label[]} */
const added = [];
for (const label of judged.values()) add(label);
const kept = existsSync(values.to)
  ? readLabels(values.to).filter((label) => !added.some((other) => isAt(other, label)))
  : [];
writeLabels(values.to, [...kept, ...added]);
console.log(
  `${added.length} labels added, ${added.filter(({ right }) => !right).length} of them wrong; ${drafts.length - added.length} drafts without a note; ${kept.length + added.length} labels in all`,
);

/** @param {string} numbers */
function range(numbers) {
  const [from = Number.NaN, to = from] = numbers.split("-").map(Number);
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** Two findings at the same location share a label. @param {Label} label */
function add(label) {
  const same = added.find((other) => isAt(other, label));
  if (!same) added.push(label);
  else if (same.right !== label.right)
    throw new Error(`labeled both right and wrong: ${label.rule} ${label.skill}/${label.file}:${label.line}`);
}

/** @param {number} at @param {boolean} right @param {string} reason */
function judge(at, right, reason) {
  const hit = drafts[at - 1];
  if (!hit) throw new Error(`draft #${at} does not exist`);
  if (judged.has(at)) throw new Error(`#${at} is labeled twice`);
  judged.set(at, { ...hit, right, reason });
}
