// Adds judged drafts of sample-hits.js to a file of labels; a hit that has a label gets the new one.
// node bench/add-labels.js DRAFT NOTES [--to FILE]
// A line of NOTES: the numbers of the worksheet, + (right) or - (wrong), and why: "3 5-9 + the file is not there".
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readLabels, writeLabels } from "./label-file.js";
import { isAt } from "./precision.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: "string", default: fileURLToPath(new URL("labels.jsonl", import.meta.url)) } },
});
const [draft, notes] = positionals;
if (!draft || !notes) throw new Error("usage: node bench/add-labels.js DRAFT NOTES [--to FILE]");

const drafts = readLabels(draft);
const judged = new Map();
for (const note of readFileSync(notes, "utf8").split("\n")) {
  if (note.trim() === "") continue;
  const [, numbers, sign, reason] = /^([\d\s-]*\d)\s*([+-])\s+(\S.*)$/.exec(note) ?? [];
  if (!numbers) throw new Error(`not a note: ${note}`);
  for (const at of numbers.trim().split(/\s+/).flatMap(range)) judge(at, { right: sign === "+", reason });
}
const added = [];
for (const [at, verdict] of judged) add({ ...drafts[at - 1], ...verdict });
const kept = existsSync(values.to)
  ? readLabels(values.to).filter((label) => !added.some((other) => isAt(other, label)))
  : [];
writeLabels(values.to, [...kept, ...added]);
console.log(
  `${added.length} labels added, ${added.filter(({ right }) => !right).length} of them wrong; ${drafts.length - added.length} drafts without a note; ${kept.length + added.length} labels in all`,
);

function range(numbers) {
  const [from, to = from] = numbers.split("-").map(Number);
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** Two messages at one place share a label. */
function add(label) {
  const same = added.find((other) => isAt(other, label));
  if (!same) added.push(label);
  else if (same.right !== label.right)
    throw new Error(`right and wrong at one place: ${label.rule} ${label.skill}/${label.file}:${label.line}`);
}

function judge(at, verdict) {
  if (!drafts[at - 1]) throw new Error(`there is no draft #${at}`);
  if (judged.has(at)) throw new Error(`#${at} is judged twice`);
  judged.set(at, verdict);
}
