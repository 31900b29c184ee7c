import { groupBy } from "../../../core/group-by.ts";
import { count, grouped } from "../../../core/sentence.ts";
import { widthOf } from "../../../core/text-width.ts";
import type { FieldValue } from "../../../model/frontmatter.ts";
import type { Paint } from "../../../model/paint.ts";
import type { Report } from "../../../model/report.ts";
import type {
  CapabilityChange,
  DiffSide,
  FieldChange,
  FileChangeFact,
  SkillDiff,
  TokenStage,
  VerdictChange,
} from "../../../model/reports/diff.ts";
import { estimateError } from "../../../model/token-counter.ts";
import { diffLines } from "../../../core/line-diff.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import { clean, cleanPath, padTo } from "../../drawing/width.ts";
import { nameSubject } from "../../formats/text-subject.ts";
import { atMost, shownName, type PageStyle } from "../page-style.ts";
import { type CodePages, drawRefusal, drawRow } from "../verify/verify-findings.ts";

/** Text output for reviewing an update; new capabilities come first. */
export function diffText(diff: SkillDiff, style: PageStyle): string {
  const blocks = diff.same
    ? [drawHead(diff, style), drawVerdicts(diff, style)]
    : [
        drawHead(diff, style),
        ...drawCapabilities(diff.capabilities, style),
        drawVerdicts(diff, style),
        drawFieldChanges(diff.fields, style),
        drawFileChanges(diff, style),
        drawTokenChanges(diff, style),
      ];
  return toText(blocks);
}

/** Text output if one of the two skills cannot be compared. */
export function refusedText({ subjects }: Report, pages: CodePages, style: PageStyle): string {
  const refused = subjects.filter(
    ({ findings, verdicts }) => findings.length > 0 && Object.keys(verdicts).length === 0,
  );
  return toText([
    ...refused.map((subject) => [
      style.paint.bold(nameSubject(subject.path)),
      ...drawRefusal(subject, pages, style),
    ]),
    ["nothing was compared"],
  ]);
}

function toText(blocks: readonly (readonly string[])[]): string {
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

function drawHead({ old, new: current, same }: SkillDiff, style: PageStyle): readonly string[] {
  const { paint, width } = style;
  const names = [old, current].map(({ path }) => paint.bold(cleanPath(path)));
  const title = same ? `${names.join(" and ")} have the same content` : names.join(" -> ");
  return [
    ...wrap(title, width).map((line, at) => (at === 0 ? line : `  ${line}`)),
    ...(same
      ? drawSide("digest", current, style)
      : [...drawSide("old", old, style), ...drawSide("new", current, style)]),
  ];
}

function drawSide(
  word: string,
  { name, contentDigest, archiveDigest, files, bytes, leftOut }: DiffSide,
  style: PageStyle,
): readonly string[] {
  const left = leftOut.filter(({ reason }) => reason !== "manifest" && reason !== "empty").length;
  return [
    ...drawRow([word, contentDigest], style),
    ...(archiveDigest === undefined ? [] : drawRow(["", archiveDigest], style)),
    ...drawRow(
      [
        "",
        `${name === undefined ? "no name" : `"${clean(name, 100)}"`}, ${count(files, "file")}, ${count(bytes, "byte")}${left > 0 ? `; ${count(left, "path")} left out, as ${style.paint.command} pack does` : ""}`,
      ],
      style,
    ),
  ];
}

function drawVerdicts({ verdicts }: SkillDiff, style: PageStyle): readonly string[] {
  if (verdicts.length === 0) return [];
  return [style.paint.bold("Verdicts"), ...verdicts.flatMap((verdict) => drawVerdict(verdict, style))];
}

function drawVerdict(
  { target, old, new: current, ruleId, message }: VerdictChange,
  { paint, width }: PageStyle,
): readonly string[] {
  const tint = current === "refuses" ? paint.severity.error : paint.good;
  const why = `${current === "refuses" ? "" : "no longer: "}${clean(message)} [${ruleId}]`;
  return [
    `  ${tint(`${target} ${current} it`)}, but ${old === "accepts" ? "accepted" : "refused"} the old one`,
    ...wrap(why, width - 4).map((line) => `    ${line}`),
  ];
}

const shown = 40;

const words = {
  added: "added",
  removed: "removed",
  changed: "changed",
  "line-endings": "newlines",
  mode: "mode",
  renamed: "renamed",
} as const satisfies Record<FileChangeFact["kind"], string>;

/** Renders each changed file: the kind of change, its sizes and executable bit. */
function drawFileChanges({ files, new: { files: all } }: SkillDiff, style: PageStyle): readonly string[] {
  if (files.length === 0) return [];
  const sizes = files.map(sizesOf);
  const column = Math.max(...sizes.map((text) => text.length));
  const lines = files.map((file, at) => drawFile(file, sizes[at]!.padStart(column), style));
  return [
    style.paint.bold(`Files (${grouped(files.length)} changed, ${grouped(all)} in total)`),
    ...atMost(lines, shown, "  ", style),
  ];
}

function drawFile(file: FileChangeFact, sizes: string, { paint, width }: PageStyle): string {
  const { kind, path, from } = file;
  const tint =
    kind === "added" ? paint.good : kind === "removed" ? paint.severity.error : paint.severity.warning;
  const mode = modeOf(file);
  const name = from === undefined ? cleanPath(path) : `${cleanPath(from)} -> ${cleanPath(path)}`;
  const line = `  ${tint(words[kind].padEnd(9))}  ${sizes}  ${name}`;
  if (mode === "") return line;
  return 15 + sizes.length + name.length + mode.length + 2 <= width
    ? `${line}  ${paint.severity.warning(mode)}`
    : `${line}\n${" ".repeat(15 + sizes.length)}${paint.severity.warning(mode)}`;
}

function sizesOf({ old, new: current }: FileChangeFact): string {
  const [before, after] = [old, current].map((facts) => (facts ? grouped(facts.size) : undefined));
  return before !== undefined && after !== undefined && before !== after
    ? `${before} -> ${after}`
    : (after ?? before ?? "");
}

function modeOf({ old, new: current }: FileChangeFact): string {
  if (!current || old?.executable === current.executable) return "";
  if (current.executable) return old ? "now executable" : "executable";
  return old ? "no longer executable" : "";
}

const stages: readonly (readonly [TokenStage, string])[] = [
  ["catalogue", "name and description: in every conversation"],
  ["body", "body of SKILL.md: when the skill is chosen"],
  ["files", "other text files, as packed: if each is read"],
];

/** Renders the tokens at each stage, not rounded, as the differences matter. */
function drawTokenChanges({ tokens }: SkillDiff, { paint }: PageStyle): readonly string[] {
  const { counter } = tokens;
  const rows = stages.filter(([stage]) => tokens[stage].old !== tokens[stage].new);
  const heading = paint.bold(
    `Tokens ${counter === "estimate" ? `(estimated, ${estimateError})` : `(${clean(counter)})`}`,
  );
  if (rows.length === 0) return [];
  return [
    heading,
    paint.dim(`${"old".padStart(9)}  ${"new".padStart(9)}  ${"change".padStart(8)}`),
    ...rows.map(([stage, what]) => drawStage(tokens[stage], what)),
  ];
}

function drawStage(
  { old, new: current }: { readonly old: number; readonly new: number },
  what: string,
): string {
  const more = current - old;
  return `${grouped(old).padStart(9)}  ${grouped(current).padStart(9)}  ${`${more > 0 ? "+" : "-"}${grouped(Math.abs(more))}`.padStart(8)}  ${what}`;
}

/**
 * Maximum length of a value in UTF-16 units. A description can have 1,024 characters and must be shown completely.
 */
const shownValue = 4_096;

/** Number of unchanged words around a change. */
const contextWords = 6;

/**
 * Renders each field with its old and new value; changed words are colored. Long values are reduced to the changes
 * and nearby words.
 */
function drawFieldChanges(fields: readonly FieldChange[], style: PageStyle): readonly string[] {
  if (fields.length === 0) return [];
  return [
    style.paint.bold(`Fields (${grouped(fields.length)})`),
    ...fields.flatMap((field) => drawField(field, style)),
  ];
}

function drawField(
  { kind, key, old, new: current }: FieldChange,
  { paint, width, all }: PageStyle,
): readonly string[] {
  const limit = all ? Infinity : shownValue;
  const [before, after] = [wordsOf(old, limit), wordsOf(current, limit)];
  const marks = mark(before, after, paint, kind !== "changed" || all);
  const side = (sign: string, words: readonly string[]): readonly string[] =>
    wrap(words.join(" "), width - 6).map((line, at) => `    ${at === 0 ? sign : " "} ${line}`);
  return [
    `  ${clean(key, 200)}${kind === "changed" ? "" : ` (${kind})`}`,
    ...(old === undefined ? [] : side("-", marks.before)),
    ...(current === undefined ? [] : side("+", marks.after)),
  ];
}

function wordsOf(value: FieldValue = "", limit: number): readonly string[] {
  const text =
    typeof value === "string"
      ? value
      : Array.isArray(value) && value.every((item) => typeof item === "string")
        ? value.join(", ")
        : JSON.stringify(value);
  return clean(text, limit).split(" ");
}

function mark(
  before: readonly string[],
  after: readonly string[],
  { severity, good }: Paint,
  whole: boolean,
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const differences = diffLines(before, after);
  const [marked, added] = [[...before], [...after]];
  for (const { from, fromEnd, to, toEnd } of differences) {
    for (let at = from; at < fromEnd; at++) marked[at] = severity.error(before[at]!);
    for (let at = to; at < toEnd; at++) added[at] = good(after[at]!);
  }
  if (whole) return { before: marked, after: added };
  return {
    before: excerpt(
      marked,
      differences.map(({ from, fromEnd }) => [from, fromEnd]),
    ),
    after: excerpt(
      added,
      differences.map(({ to, toEnd }) => [to, toEnd]),
    ),
  };
}

/** The words in these ranges and around them, with "…" in place of what is left out. */
function excerpt(
  words: readonly string[],
  stretches: readonly (readonly [number, number])[],
): readonly string[] {
  const kept: string[] = [];
  let end = 0;
  for (const [from, to] of stretches) {
    const start = Math.max(end, from - contextWords);
    const next = Math.min(words.length, to + contextWords);
    kept.push(...leftOut(words, end, start), ...words.slice(start, next));
    end = Math.max(end, next);
  }
  return [...kept, ...leftOut(words, end, words.length)];
}

/** What is left out. A single word is shown, as "…" would not be shorter. */
function leftOut(words: readonly string[], from: number, to: number): readonly string[] {
  return to - from > 1 ? ["…"] : words.slice(from, to);
}

/** A comparison of two collections of skills. */
interface CollectionsDiff {
  /** Paths as typed by the user. */
  readonly old: string;
  readonly new: string;
  /** The differences between skills with the same name. */
  readonly diffs: readonly SkillDiff[];
  readonly added: readonly DiffSide[];
  readonly removed: readonly DiffSide[];
}

const shownSkills = 20;

/**
 * Text output: the number of added, removed, changed and unchanged skills and their names; each change is described
 * separately.
 */
export function collectionsText(
  { old, new: current, diffs, added, removed }: CollectionsDiff,
  style: PageStyle,
): string {
  const { bold, good, severity } = style.paint;
  const changed = diffs.filter(({ same }) => !same);
  const counts = [
    [added.length, "added"],
    [removed.length, "removed"],
    [changed.length, "changed"],
    [diffs.length - changed.length, "unchanged"],
  ] as const;
  const totals = counts
    .flatMap(([amount, word]) => (amount > 0 ? [`${grouped(amount)} ${word}`] : []))
    .join(", ");
  const lines = [
    ...wrap(`${bold(cleanPath(old))} -> ${bold(cleanPath(current))}: ${totals}`, style.width).map(
      (line, at) => (at === 0 ? line : `  ${line}`),
    ),
    ...drawSides("added", added, good, style),
    ...drawSides("removed", removed, severity.error, style),
    ...drawSides(
      "changed",
      changed.map((each) => each.new),
      severity.warning,
      style,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function drawSides(
  word: string,
  sides: readonly DiffSide[],
  tint: (text: string) => string,
  style: PageStyle,
): readonly string[] {
  return atMost(
    sides.map(
      ({ name, path }) =>
        `  ${tint(word.padEnd(7))}  ${name === undefined ? "" : `"${shownName(name)}" in `}${cleanPath(path)}`,
    ),
    shownSkills,
    "  ",
    style,
  );
}

const shownFacts = 30;

/** Renders gained capabilities, first and in the color of errors, and then lost ones. */
function drawCapabilities(
  { gained, lost, partial }: SkillDiff["capabilities"],
  style: PageStyle,
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
  automaticCommands: { inline: "runs when loaded", hook: "runs as a hook", server: "runs as a server" },
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
  style: PageStyle,
): readonly string[] {
  if (changes.length === 0) return [];
  const byVerb = groupBy(changes, (change) => verbs[change.list][change[side] ?? ""] ?? change.list);
  const groups = Array.from(byVerb, ([verb, group]) => {
    const nameWidth = Math.min(24, Math.max(...group.map(({ name }) => widthOf(shownName(name)))));
    const lines = group.map(
      (change, at) =>
        `  ${(at === 0 ? verb : "").padEnd(verbWidth)}  ${drawChange(change, side, nameWidth, style)}`,
    );
    return atMost(lines, shownFacts, indent, style);
  });
  return [style.paint.bold(title), ...groups.flat()];
}

function drawChange(
  change: CapabilityChange,
  side: "old" | "new",
  nameWidth: number,
  { paint, width }: PageStyle,
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
