import { isCounted, type ReporterContext, type Subject, type Verdict } from "../../model/report.ts";
import type { SkillCheck, DryPacked, StageTokens } from "../../results/check.ts";
import { groupBy } from "../../core/group-by.ts";
import { count, grouped } from "../../core/sentence.ts";
import { checkTargets, isSystem, type CheckTarget } from "../../model/target.ts";
import { estimateError, inFigures } from "../../model/token-counter.ts";
import { createPaint, type Paint } from "../drawing/paint.ts";
import { tellSilenced } from "./open-refusers.ts";
import { nameSubject } from "../formats/text-subject.ts";
import { wrap } from "../drawing/text-wrap.ts";

/** Of the longest name of a row, and a gap. */
const labelWidth = 13;

/** Everything about one skill that is no finding. */
export function drawOne(
  subject: Subject,
  checked: SkillCheck | undefined,
  chosen: readonly CheckTarget[],
  { color, width = Infinity }: ReporterContext,
): readonly string[] {
  const paint = createPaint(color);
  const rows = [
    ...verdictRows(subject, chosen, paint),
    ...(checked ? [packRow(checked.pack, subject), tokenRow(checked.tokens)] : []),
  ];
  return [
    paint.bold(nameSubject(subject.path)),
    ...rows.flatMap(([label, text]) => (text === "" ? [] : drawRow(label, text, width, paint))),
  ];
}

type Row = readonly [label: string, text: string];

function verdictRows(
  subject: Subject,
  chosen: readonly CheckTarget[],
  { good, severity }: Paint,
): readonly Row[] {
  const { verdicts } = subject;
  const list = (verdict: Verdict, system: boolean): string => {
    const ids = checkTargets.filter((id) => isSystem(id) === system && verdicts[id] === verdict);
    if (verdict === "accepts") return ids.map(good).join(", ");
    const alike = groupBy(ids, (id) => tellSilenced(subject, id));
    const open = alike.get("") ?? [];
    const silenced = Array.from(alike).filter(([silence]) => silence !== "");
    return [
      ...(open.length > 0
        ? [open.map((id) => severity[chosen.includes(id) ? "error" : "warning"](id)).join(", ")]
        : []),
      ...silenced.map(([silence, names]) => `${names.join(", ")} (${silence})`),
    ].join("; ");
  };
  return [
    ["refused by", list("refuses", false)],
    ["fails in", list("refuses", true)],
    ["accepted by", list("accepts", false)],
    ["runs in", list("accepts", true)],
  ];
}

function packRow(pack: DryPacked | undefined, subject: Subject): Row {
  // What has errors is not packed as it is.
  if (!pack || hasErrors(subject)) return ["packed", ""];
  const { bytes, extension, files, leftOut, contentDigest } = pack;
  return [
    "packed",
    `${count(bytes, "byte")} (.${extension}), ${count(files - 1, "file")} and a manifest${leftOut > 0 ? `, ${grouped(leftOut)} left out` : ""}; ${contentDigest}`,
  ];
}

/** Then it is not packed. */
export function hasErrors({ findings }: Subject): boolean {
  return findings.some((finding) => isCounted(finding) && finding.severity === "error");
}

function tokenRow(tokens: StageTokens | undefined): Row {
  if (!tokens) return ["tokens", ""];
  const { counter, entry, body, files, named } = tokens;
  const figures = (amount: number): string => inFigures(amount, asCounter(counter));
  const read = named > 0 ? `, ${figures(files)} in ${count(named, "file")} that it names` : "";
  return [
    "tokens",
    `${figures(entry)} announced, ${figures(body)} in the body${read} (${tellError(counter)})`,
  ];
}

/** How far a figure may be off, or who counted it. */
export function tellError(counter: string): string {
  return counter === "estimate" ? estimateError : counter;
}

/** The counter by the name it gave. */
export function asCounter(name: string): Parameters<typeof inFigures>[1] {
  return { name, count: () => 0 };
}

/** A label and a text that is wrapped beside it. */
export function drawRow(label: string, text: string, width: number, { dim }: Paint): readonly string[] {
  return wrap(text, width - labelWidth - 2).map(
    (line, at) => `  ${at === 0 ? dim(label.padEnd(labelWidth)) : " ".repeat(labelWidth)}${line}`,
  );
}
