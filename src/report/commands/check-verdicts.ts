import { isCounted } from "../../core/counted.ts";
import type { CheckedSkill, DryPacked, StageTokens } from "../../core/checked-skill.ts";
import type { ReporterContext, Subject, Verdict } from "../../core/report.ts";
import { count, grouped } from "../../core/sentence.ts";
import { checkTargets, isSystem, isValidator, type CheckTarget } from "../../core/target.ts";
import { estimateError, inFigures } from "../../core/token-counter.ts";
import { createPaint, type Paint } from "../drawing/paint.ts";
import { padTo } from "./survey-style.ts";
import { nameSubject } from "../formats/text-subject.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { widthOf } from "../drawing/width.ts";

/** Of the longest name of a row, and a gap. */
const labelWidth = 13;

/** Everything about one skill that is no finding. */
export function drawOne(subject: Subject, checked: CheckedSkill | undefined, chosen: readonly CheckTarget[], { color, width = Infinity }: ReporterContext): readonly string[] {
  const paint = createPaint(color);
  const rows = [...verdictRows(subject, chosen, paint), ...(checked ? [packRow(checked.pack, subject), tokenRow(checked.tokens)] : [])];
  return [paint.bold(nameSubject(subject.path)), ...rows.flatMap(([label, text]) => (text === "" ? [] : drawRow(label, text, width, paint)))];
}

type Row = readonly [label: string, text: string];

function verdictRows({ verdicts }: Subject, chosen: readonly CheckTarget[], { good, severity }: Paint): readonly Row[] {
  const list = (verdict: Verdict, system: boolean): string => {
    const ids = checkTargets.filter((id) => isSystem(id) === system && verdicts[id] === verdict);
    return ids.map((id) => (verdict === "accepts" ? good(id) : severity[chosen.includes(id) ? "error" : "warning"](id))).join(", ");
  };
  return [["refused by", list("refuses", false)], ["fails in", list("refuses", true)], ["accepted by", list("accepts", false)], ["runs in", list("accepts", true)]];
}

function packRow(pack: DryPacked | undefined, subject: Subject): Row {
  // What has errors is not packed as it is.
  if (!pack || hasErrors(subject)) return ["packed", ""];
  const { bytes, extension, files, leftOut, contentDigest } = pack;
  return ["packed", `${count(bytes, "byte")} (.${extension}), ${count(files, "file")}${leftOut > 0 ? `, ${grouped(leftOut)} left out` : ""}; ${contentDigest}`];
}

function hasErrors({ findings }: Subject): boolean {
  return findings.some((finding) => isCounted(finding) && finding.severity === "error");
}

function tokenRow(tokens: StageTokens | undefined): Row {
  if (!tokens) return ["tokens", ""];
  const { counter, entry, body, files, named } = tokens;
  const figures = (amount: number): string => inFigures(amount, asCounter(counter));
  const read = named > 0 ? `, ${figures(files)} in ${count(named, "file")} that it names` : "";
  return ["tokens", `${figures(entry)} announced, ${figures(body)} in the body${read} (${counter === "estimate" ? estimateError : counter})`];
}

function asCounter(name: string): Parameters<typeof inFigures>[1] {
  return { name, count: () => 0 };
}

function drawRow(label: string, text: string, width: number, { dim }: Paint): readonly string[] {
  return wrap(text, width - labelWidth - 2).map((line, at) => `  ${at === 0 ? dim(label.padEnd(labelWidth)) : " ".repeat(labelWidth)}${line}`);
}

/** Skills that are listed of many that are refused. */
const shownSkills = 20;

/** Columns for their paths, and for each kind of target but the last. */
const [pathWidth, cellWidth] = [48, 12];

const kinds: readonly { readonly title: string; readonly members: readonly CheckTarget[] }[] = [
  { title: "validators", members: checkTargets.filter(isValidator) },
  { title: "uploaders", members: checkTargets.filter((id) => !isValidator(id) && !isSystem(id)) },
  { title: "systems", members: checkTargets.filter(isSystem) },
];

/** Of many skills those that somebody refuses, and what all of them come to. */
export function drawMany(subjects: readonly Subject[], checked: readonly CheckedSkill[], { color, width = Infinity, all = false }: ReporterContext): readonly (readonly string[])[] {
  const paint = createPaint(color);
  const refused = subjects.filter(({ verdicts }) => Object.values(verdicts).includes("refuses"));
  const shown = all ? refused : refused.slice(0, shownSkills);
  const column = Math.min(pathWidth, Math.max(20, width - 44), Math.max(0, ...shown.map(({ path }) => widthOf(nameSubject(path)))));
  const rows = shown.map(({ path, verdicts }) => drawCells(cutStart(nameSubject(path), column), kinds.map(({ members }) => cell(members, verdicts)), column));
  const rest = refused.length - shown.length;
  const table = refused.length === 0 ? [] : [paint.bold(`Not taken by all: ${grouped(refused.length)} of ${count(subjects.length, "skill")}`), paint.dim(drawCells("", kinds.map(({ title }) => title), column)), ...rows, ...(rest > 0 ? [paint.dim(`  and ${grouped(rest)} more (--all)`)] : [])];
  return [table, totals(subjects, checked, width, paint)];
}

function drawCells(path: string, cells: readonly string[], column: number): string {
  return `  ${padTo(path, column)}  ${cells.map((text) => padTo(text, cellWidth)).join("")}`.trimEnd();
}

/** Who of them refuses the skill: one by its name, several by their number. */
function cell(members: readonly CheckTarget[], verdicts: Subject["verdicts"]): string {
  const refusing = members.filter((id) => verdicts[id] === "refuses");
  if (refusing.length === members.length) return "all";
  if (refusing.length === 0) return "-";
  return refusing.length === 1 ? refusing.join() : `${refusing.length} of ${members.length}`;
}

/** The end of a path tells more than its beginning. */
function cutStart(path: string, columns: number): string {
  if (widthOf(path) <= columns) return path;
  const characters = Array.from(path);
  while (characters.length > 0 && widthOf(characters.join("")) >= columns) characters.shift();
  return `…${characters.join("")}`;
}

function totals(subjects: readonly Subject[], checked: readonly CheckedSkill[], width: number, paint: Paint): readonly string[] {
  const broken = new Set(subjects.filter(hasErrors).map(({ path }) => path));
  const packs = checked.flatMap(({ skill, pack }) => (pack && !broken.has(skill) ? [pack] : []));
  const costs = checked.flatMap(({ skill, tokens }) => (tokens ? [{ skill, ...tokens }] : []));
  const largest = costs.reduce<(typeof costs)[number] | undefined>((most, each) => (most && most.body >= each.body ? most : each), undefined);
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  const announced = sum(costs.map(({ entry }) => entry));
  return [
    ...(packs.length > 0 ? drawRow("packed", `${count(packs.length, "archive")}, ${count(sum(packs.map(({ bytes }) => bytes)), "byte")} together`, width, paint) : []),
    ...(largest ? drawRow("tokens", `${inFigures(announced, asCounter(largest.counter))} announced by all together; the largest body ${inFigures(largest.body, asCounter(largest.counter))}, of ${nameSubject(largest.skill)} (${largest.counter === "estimate" ? estimateError : largest.counter})`, width, paint) : []),
  ];
}
