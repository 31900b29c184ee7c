import { groupBy } from "../../../core/group-by.ts";
import { grouped } from "../../../core/sentence.ts";
import type { CapabilityChange, SkillDiff } from "../../../model/reports/diff.ts";
import { atMost, shownName, type SurveyStyle } from "../survey-style.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import { widthOf } from "../../../core/text-width.ts";
import { cleanPath, padTo } from "../../drawing/width.ts";

const shown = 30;

/** Renders gained capabilities, first and in the color of errors, and then lost ones. */
export function drawCapabilities(
  { gained, lost, partial }: SkillDiff["capabilities"],
  style: SurveyStyle,
): readonly (readonly string[])[] {
  const { paint, width } = style;
  const note = partial
    ? ["One of the skills has more names than can be listed, so this comparison may be incomplete."]
    : [];
  return [
    drawChanges(`Gained (${grouped(gained.length)})`, gained, "new", {
      ...style,
      paint: { ...paint, bold: (text) => paint.bold(paint.severity.warning(text)) },
    }),
    drawChanges(`Lost (${grouped(lost.length)})`, lost, "old", style),
    gained.length + lost.length === 0 ? ["No change in what it runs, calls, contacts or reads."] : [],
    note.flatMap((text) => wrap(text, width)),
  ];
}

/** Verbs by list and kind. */
const verbs: Readonly<Record<CapabilityChange["list"], Readonly<Record<string, string>>>> = {
  automaticCommands: { inline: "runs when loaded", hook: "runs as a hook" },
  executables: { executable: "is runnable", script: "contains the script" },
  tools: { allowed: "is allowed" },
  agentFiles: {
    held: "contains agent settings",
    used: "uses agent settings",
    mentioned: "mentions agent settings",
  },
  hosts: { contacted: "contacts", mentioned: "mentions the host" },
  paths: { used: "uses the outside path", mentioned: "mentions the outside path" },
  programs: { script: "scripts call", text: "instructions call" },
  packages: {
    installed: "installs",
    declared: "declares the package",
    imported: "imports",
    mentioned: "mentions the package",
  },
  variables: {
    read: "reads the variable",
    set: "sets the variable",
    declared: "declares the variable",
    mentioned: "mentions the variable",
  },
  unread: { unread: "not inspected" },
};

const verbWidth = Math.max(
  ...Object.values(verbs).flatMap((words) => Object.values(words).map(({ length }) => length)),
);
const indent = " ".repeat(verbWidth + 4);

function drawChanges(
  title: string,
  changes: readonly CapabilityChange[],
  side: "old" | "new",
  style: SurveyStyle,
): readonly string[] {
  if (changes.length === 0) return [];
  const byVerb = groupBy(changes, (change) => verbs[change.list][change[side] ?? ""] ?? change.list);
  const groups = Array.from(byVerb, ([verb, group]) => {
    const nameWidth = Math.min(24, Math.max(...group.map(({ name }) => widthOf(shownName(name)))));
    const lines = group.map(
      (change, at) =>
        `  ${(at === 0 ? verb : "").padEnd(verbWidth)}  ${drawChange(change, side, nameWidth, style)}`,
    );
    return atMost(lines, shown, indent, style);
  });
  return [style.paint.bold(title), ...groups.flat()];
}

function drawChange(
  change: CapabilityChange,
  side: "old" | "new",
  nameWidth: number,
  { paint, width }: SurveyStyle,
): string {
  const [name, notes] = [shownName(change.name), describeChange(change, side)];
  if (notes === "") return name;
  const fits = widthOf(name) <= nameWidth && indent.length + nameWidth + 2 + widthOf(notes) <= width;
  return fits ? `${padTo(name, nameWidth)}  ${paint.dim(notes)}` : `${name}\n${indent}  ${paint.dim(notes)}`;
}

/** The position, and the kind in the other skill. */
function describeChange(
  { list, registry, place: { file, range }, ...kinds }: CapabilityChange,
  side: "old" | "new",
): string {
  const isFile = list === "executables" || list === "unread";
  const line = range && range.end.offset > 0 ? `:${range.start.line}` : "";
  const other = side === "new" ? kinds.old : kinds.new;
  const then = side === "new" ? "before" : "now";
  return [
    ...(registry === undefined ? [] : [registry]),
    ...(isFile ? [] : [`${cleanPath(file)}${line}`]),
    ...(other === undefined ? [] : [isFile ? `not executable ${then}` : `only ${other} ${then}`]),
  ].join(", ");
}
