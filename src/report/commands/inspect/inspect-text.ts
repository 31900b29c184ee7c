import type { Place } from "../../../core/place.ts";
import { count, grouped, series, seriesAtMost } from "../../../core/sentence.ts";
import { widthOf } from "../../../core/text-width.ts";
import type { FieldValue } from "../../../model/frontmatter.ts";
import type { Fact, FactList, Inventory } from "../../../model/inventory.ts";
import type { Report, Subject } from "../../../model/report.ts";
import type {
  InspectedFile,
  PackedContent,
  PluginInspection,
  SkillInspection,
} from "../../../model/reports/inspect.ts";
import type { CheckedArchive } from "../../../model/reports/verify.ts";
import type { Severity } from "../../../model/rule.ts";
import type { Target } from "../../../model/target.ts";
import { estimateError, figure } from "../../../model/token-counter.ts";
import type { SectionCost } from "../../../model/token-sections.ts";
import { wrap, wrapHanging } from "../../drawing/text-wrap.ts";
import { clean, cleanPath, cutTo, padTo } from "../../drawing/width.ts";
import { describeVerdicts, drawUnread, nameSubject } from "../../formats/text-subject.ts";
import { atMost, shownName, type PageStyle } from "../page-style.ts";
import { drawContent } from "../verify/verify-content.ts";
import { type CodePages, drawRefusal, drawRow } from "../verify/verify-findings.ts";

/** The results of `skills inspect`, and the explanations of archive refusals. */
interface InspectView {
  readonly report: Report;
  readonly skills: readonly SkillInspection[];
  readonly archives: readonly CheckedArchive[];
  readonly plugins: readonly PluginInspection[];
  readonly pages: CodePages;
}

/**
 * Text output for reviewing an untrusted skill: its metadata, token costs and capabilities. Several skills get short
 * summaries unless --all is given.
 */
export function inspectText(
  { report, skills, archives, plugins, pages }: InspectView,
  style: PageStyle,
): string {
  const { subjects, targets, unread } = report;
  const byPath = new Map(skills.map((skill) => [skill.path, skill]));
  const refused = new Set(archives.flatMap((archive) => (archive.refused ? [archive.path] : [])));
  const brief = skills.length > 1 && !style.all;
  const blocks = subjects.flatMap((subject) => {
    const skill = byPath.get(subject.path);
    if (refused.has(subject.path))
      return [[style.paint.bold(nameSubject(subject.path)), ...drawRefusal(subject, pages, style)]];
    if (!skill) return [];
    return brief
      ? [drawBrief(skill, subject, targets, style)]
      : [
          drawHead(skill, subject, targets, style),
          drawOrigin(skill, style),
          drawTokens(skill, style),
          drawFiles(skill, style),
          ...drawFacts(skill.inventory, style),
        ];
  });
  const around = plugins
    .filter(({ inventory }) => hasFacts(inventory) || skills.length === 0)
    .flatMap((plugin) => drawPlugin(plugin, brief, style));
  const end = brief
    ? wrap(
        `${count(skills.length, "skill")}; pass one skill, or --all, to see the details. ${factsNote}`,
        style.width,
      )
    : drawUnseen(
        [...skills, ...plugins].map(({ inventory }) => inventory),
        style,
      );
  return `${[...(brief ? [blocks.flat()] : blocks), ...around, end, drawUnread(unread, "", style.paint)].flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

/** Whether something is listed of a plugin, or could not be read. */
export function hasFacts(inventory: Inventory): boolean {
  return inventory.unread.length > 0 || inventorySections(inventory).some(isSeen);
}

/** What a plugin does besides its skills. */
function drawPlugin(
  { path, inventory }: PluginInspection,
  brief: boolean,
  style: PageStyle,
): readonly (readonly string[])[] {
  const name = style.paint.bold(`plugin ${nameSubject(path)}`);
  if (brief || !hasFacts(inventory)) {
    const parts = [
      countFacts(inventory),
      ...(inventory.unread.length > 0 ? [`${count(inventory.unread.length, "file")} not read`] : []),
    ].filter((part) => part !== "");
    return [
      wrapHanging(`${name}, besides its skills: ${parts.join(", ") || "nothing runs"}`, style.width, 4),
    ];
  }
  return [
    wrap(
      `${name}, besides its skills: hooks, servers, commands, agents and the files that they name`,
      style.width,
    ),
    ...drawFacts(inventory, style),
  ];
}

/** Maximum length of a description in UTF-16 units, as in the specification. */
const shownDescription = 1024;

function drawHead(
  skill: SkillInspection,
  subject: Subject,
  targets: readonly Target[],
  style: PageStyle,
): readonly string[] {
  const { paint, width } = style;
  const { path, name, description, fields } = skill;
  return [
    ...wrap(
      `${paint.bold(nameSubject(path))}${name === undefined ? " has no readable name" : ` is named "${shownName(name)}"`}`,
      width,
    ).map((line, at) => (at === 0 ? line : `  ${line}`)),
    ...wrap(
      description === undefined
        ? "No readable description."
        : clean(description, style.all ? Infinity : shownDescription),
      width - 2,
    ).map((line) => `  ${line}`),
    ...(fields.length > 0 ? ["", ...drawFields(fields, style)] : []),
    "",
    ...wrap(describeVerdicts(subject, targets, paint), width - 2).map((line) => `  ${line}`),
    `  ${paint.command} lint reports ${countFindings(subject) || "nothing"}`,
  ];
}

/** Maximum width of a key that values are aligned with. */
const keyWidth = 36;

const shownFields = 20;

function drawFields(fields: SkillInspection["fields"], style: PageStyle): readonly string[] {
  const rows = fields.flatMap(({ key, value }) => flatten(clean(key, 60), value, 8));
  const column = Math.min(keyWidth, Math.max(...rows.map(([key]) => key.length)));
  const lines = rows.map(([key, value]) => {
    const [first = "", ...rest] = wrap(clean(value, style.all ? Infinity : 400), style.width - column - 4);
    return [
      `  ${style.paint.dim(key.padEnd(column))}  ${first}`,
      ...rest.map((line) => `  ${" ".repeat(column)}  ${line}`),
    ].join("\n");
  });
  return atMost(lines, shownFields, "  ", style);
}

/** The members of a map as "metadata.version", and those of a list by number. */
function flatten(key: string, value: FieldValue, depth: number): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[key, value]];
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return [[key, value.join(", ")]];
  if (depth === 0) return [[key, "…"]];
  return Object.entries(value).flatMap(([name, member]) =>
    flatten(`${key}.${clean(name, 60)}`, member, depth - 1),
  );
}

/** Renders the digests: of the archive, or of the content that would be packed from the directory. */
function drawOrigin({ archive, packed }: SkillInspection, style: PageStyle): readonly string[] {
  if (archive) return [style.paint.bold("Archive"), ...drawContent(archive, style)];
  return packed
    ? [
        style.paint.bold(`Content (as packed by ${style.paint.command} pack)`),
        ...rowsOf(packed).flatMap((row) => drawRow(row, style)),
      ]
    : [];
}

const shownNames = 4;

/** The rows for packed content. An old manifest, which is regenerated, and empty directories are not listed. */
function rowsOf({ content, refused, leftOut }: PackedContent): readonly (readonly [string, string])[] {
  const left = leftOut
    .filter(({ reason }) => reason !== "manifest" && reason !== "empty")
    .map(({ path, directory }) => clean(`${path}${directory ? "/" : ""}`, 60));
  return [
    ...(content
      ? ([
          ["digest", content.contentDigest],
          ["", `${count(content.files, "file")}, ${count(content.bytes, "byte")}`],
        ] as const)
      : []),
    ...(refused === undefined ? [] : [["refused", clean(refused)] as const]),
    ...(left.length > 0 ? [["left out", seriesAtMost(left, shownNames)] as const] : []),
  ];
}

const shownSections = 15;

const shownFiles = 20;

/** Renders the tokens at each stage, and by section of SKILL.md. */
function drawTokens({ tokens }: SkillInspection, style: PageStyle): readonly string[] {
  const { paint } = style;
  const { counter, catalogue, body, sections, omittedSections, files } = tokens;
  const rows: readonly (readonly [number, string])[] = [
    [catalogue, "name and description: in every conversation"],
    [body, "body of SKILL.md: when the skill is chosen"],
    [files, "all other text files: if each is read"],
  ];
  const figures = (amount: number): string => figure(amount, counter).padStart(9);
  const lines = sections.map((section) => `${figures(section.total)}  ${describeSection(section, style)}`);
  return [
    paint.bold(`Tokens ${counter === "estimate" ? `(estimated, ${estimateError})` : `(${clean(counter)})`}`),
    ...rows.map(([amount, what]) => `${figures(amount)}  ${what}`),
    ...(sections.length > 1
      ? [
          `  ${paint.dim("by section of SKILL.md, including subsections")}`,
          ...atMost(lines, shownSections, "           ", style),
        ]
      : []),
    ...(omittedSections > 0 ? [`           and ${count(omittedSections, "section")}, too many to list`] : []),
  ];
}

function describeSection({ title, level, line }: SectionCost, { width, paint }: PageStyle): string {
  const place = `:${line}`;
  return `${cutTo(`${"  ".repeat(Math.max(0, level - 1))}${clean(title)}`, width - 13 - place.length)} ${paint.dim(place)}`;
}

/** Renders every file with its size, its tokens if it is text, and unusual properties. */
function drawFiles({ files, tokens }: SkillInspection, style: PageStyle): readonly string[] {
  const listed = files.filter(({ kind }) => kind !== "directory");
  const bytes = listed.reduce((sum, { size }) => sum + size, 0);
  const room = style.width - 36;
  const lines = listed.map((file) => {
    const note = describeFile(file);
    const shown = cleanPath(file.path);
    const row = `${grouped(file.size).padStart(11)}  ${(file.tokens === undefined ? "" : figure(file.tokens, tokens.counter)).padStart(9)}  ${note === "" ? shown : padTo(shown, Math.min(room, 30))}`;
    if (note === "") return row;
    const fits = widthOf(row) + 2 + widthOf(note) <= style.width;
    return `${fits ? `${row}  ` : `${row.trimEnd()}\n${" ".repeat(26)}`}${style.paint.dim(note)}`;
  });
  return [
    style.paint.bold(`Files (${grouped(listed.length)}, ${count(bytes, "byte")})`),
    style.paint.dim(`${"bytes".padStart(11)}  ${"tokens".padStart(9)}  path`),
    ...atMost(lines, shownFiles, " ".repeat(24), style),
  ];
}

function describeFile({ kind, executable, link, tokens }: InspectedFile): string {
  if (kind === "symlink")
    return `symlink to ${clean(link?.target ?? "")}${link && /^(?:outside|nowhere)$/.test(link.leads) ? `, ${link.leads === "outside" ? "outside the skill" : "dangling"}` : ""}`;
  if (kind === "other") return "not a file, directory or symlink";
  return [...(executable ? ["executable"] : []), ...(tokens === undefined ? ["not read"] : [])].join(", ");
}

/** A list with a heading. */
export interface InventorySection {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Number of occurrences whose names are not in the inventory because of its limit. */
  readonly omitted: number;
  /** An additional line. */
  readonly also?: string;
}

interface Row {
  readonly name: string;
  readonly note: string;
  readonly place: string;
}

const shown = 10;

/** Printed once, after all skills. */
export const factsNote =
  "This list is based on the text of the skill; what its programs do at run time may differ.";

/** The inventory section by section. */
function drawFacts(inventory: Inventory, style: PageStyle): readonly (readonly string[])[] {
  return [
    ...inventorySections(inventory)
      .filter(isSeen)
      .map((section) => drawSection(section, style)),
    drawUnreadFiles(inventory, style),
  ];
}

/** Lists the sections that are empty for all skills; nothing if there are none. */
function drawUnseen(inventories: readonly Inventory[], style: PageStyle): readonly string[] {
  const [first = [], ...others] = inventories.map((inventory) =>
    inventorySections(inventory).flatMap((section) => (isSeen(section) ? [] : [section.title])),
  );
  const unseen = first
    .filter((title) => others.every((titles) => titles.includes(title)))
    .map((title) => title.charAt(0).toLowerCase() + title.slice(1));
  if (inventories.length === 0) return [];
  return wrap(unseen.length > 0 ? `None found: ${unseen.join("; ")}. ${factsNote}` : factsNote, style.width);
}

function isSeen({ rows, also, omitted }: InventorySection): boolean {
  return rows.length > 0 || also !== undefined || omitted > 0;
}

export function inventorySections(inventory: Inventory): readonly InventorySection[] {
  const { executables, automaticCommands, programs, hosts, variables, paths, tools, agentFiles, packages } =
    inventory;
  return [
    section("Commands that run automatically", automaticCommands, ({ kind }) =>
      kind === "inline" ? "when loaded" : kind,
    ),
    {
      title: "Runnable files",
      rows: executables.facts.map(({ path, language, interpreter, mode }) => ({
        name: path,
        note: [
          language ?? "not text",
          ...(interpreter === undefined ? [] : [`#!${clean(interpreter, 40)}`]),
          ...(mode ? ["executable"] : []),
        ].join(", "),
        place: "",
      })),
      omitted: executables.omitted,
    },
    programSection("Programs that scripts call", programs, "script"),
    programSection("Programs that the instructions call", programs, "text"),
    section("Hosts in scripts and commands", only(hosts, "contacted"), ({ address }) =>
      address ? "IP address" : "",
    ),
    section("Hosts only in prose, samples and data", only(hosts, "mentioned"), ({ address }) =>
      address ? "IP address" : "",
    ),
    section("Environment variables", variables, ({ kind, declared }) =>
      declared && kind !== "declared" ? `${kind}, declared` : kind,
    ),
    section("Paths outside the skill, in scripts and commands", only(paths, "used"), () => ""),
    section("Paths outside the skill, only in prose, samples and data", only(paths, "mentioned"), () => ""),
    section("Tools allowed without asking", tools, () => ""),
    section("Agent settings", agentFiles, ({ kind }) => (kind === "held" ? "in the skill" : kind)),
    section("Packages", packages, ({ registry, kind }) => `${registry}, ${kind}`),
  ];
}

function section<Listed extends Fact>(
  title: string,
  { facts, omitted }: FactList<Listed>,
  note: (fact: Listed) => string,
): InventorySection {
  return {
    title,
    rows: facts.map((fact) => ({ name: fact.name, note: note(fact), place: describePlaces(fact) })),
    omitted,
  };
}

/** Occurrences over the limit are reported with the first kind of a list. */
function only<Listed extends Fact>(
  { facts, omitted }: FactList<Listed>,
  kind: Listed["kind"],
): FactList<Listed> {
  const first = facts[0]?.kind;
  return { facts: facts.filter((fact) => fact.kind === kind), omitted: kind === first ? omitted : 0 };
}

/** Common programs for text and files, which are listed without positions. */
const commonPrograms = new Set(
  "awk basename cat cmp comm cut date diff dirname egrep env expr fgrep find grep gawk head ls mkdir mktemp nl od paste realpath sed seq sleep sort stat tail tee touch tr uname uniq wc which xargs".split(
    " ",
  ),
);

function programSection(
  title: string,
  programs: Inventory["programs"],
  kind: "script" | "text",
): InventorySection {
  const { facts, omitted } = only(programs, kind);
  const common = facts.filter(({ name }) => commonPrograms.has(name)).map(({ name }) => name);
  const { rows } = section(
    title,
    { facts: facts.filter(({ name }) => !commonPrograms.has(name)), omitted },
    () => "",
  );
  return {
    title,
    rows,
    omitted,
    ...(common.length > 0 && { also: `and common ones: ${series(common)}` }),
  };
}

function drawSection({ title, rows, omitted, also }: InventorySection, style: PageStyle): readonly string[] {
  const { paint, width } = style;
  const named = rows.map((row) => ({ ...row, name: shownName(row.name) }));
  const noteColumn = Math.max(0, ...named.map(({ note }) => note.length));
  const cells = named.map(({ name, note, place }) => ({
    name,
    note,
    place,
    rest: [...(noteColumn > 0 ? [note.padEnd(noteColumn)] : []), place].join("  ").trimEnd(),
  }));
  const nameColumn = columnOf(cells, width);
  const lines = cells.map((cell) => {
    const { name, note, place, rest } = cell;
    if (rest === "") return `  ${name}`;
    return fits(cell, nameColumn, width)
      ? `  ${padTo(name, nameColumn)}  ${paint.dim(rest)}`
      : `  ${name}\n      ${paint.dim([note, place].filter((part) => part !== "").join("  "))}`;
  });
  return [
    paint.bold(`${title} (${grouped(rows.length)})`.replace(/ \(0\)$/, "")),
    ...atMost(lines, shown, "  ", style),
    ...(also === undefined ? [] : wrap(also, width - 2).map((line) => `  ${line}`)),
    ...(omitted > 0 ? [`  and more names in ${count(omitted, "location")}, too many to list`] : []),
  ];
}

interface Cells {
  readonly name: string;
  /** The text that follows the name. */
  readonly rest: string;
}

const widestName = 40;

/**
 * Chooses the width of the name column such that most rows fit on one line. 0 if fewer than half of the rows would
 * fit: then no row uses columns.
 */
function columnOf(cells: readonly Cells[], width: number): number {
  const widths = [...new Set(cells.map(({ name }) => widthOf(name)))]
    .filter((each) => each <= widestName)
    .sort((a, b) => a - b);
  const amounts = widths.map((column) => cells.filter((cell) => fits(cell, column, width)).length);
  const most = Math.max(0, ...amounts);
  return most * 2 < cells.length ? 0 : widths[amounts.lastIndexOf(most)]!;
}

function fits({ name, rest }: Cells, column: number, width: number): boolean {
  return widthOf(name) <= column && 4 + column + widthOf(rest) <= width;
}

function describePlaces({ place, further }: Fact): string {
  return `${describePlace(place)}${further > 0 ? ` and ${grouped(further)} more` : ""}`;
}

function describePlace({ file, range }: Place): string {
  return `${cleanPath(file)}${range && range.end.offset > 0 ? `:${range.start.line}` : ""}`;
}

function drawUnreadFiles({ unread }: Inventory, style: PageStyle): readonly string[] {
  if (unread.length === 0) return [];
  const lines = unread.map(({ path, reason }) => `  ${cleanPath(path)}  ${style.paint.dim(clean(reason))}`);
  return [
    style.paint.bold(`Not inspected (${grouped(unread.length)})`),
    ...atMost(lines, shown, "  ", style),
  ];
}

/** A short summary of one of several skills: its size, verdicts, and number of capabilities. */
function drawBrief(
  skill: SkillInspection,
  subject: Subject,
  targets: readonly Target[],
  style: PageStyle,
): readonly string[] {
  const { path, name } = skill;
  const { paint, width } = style;
  const called =
    name === undefined
      ? " (no readable name)"
      : name === path.split("/").at(-1)
        ? ""
        : ` (named "${shownName(name)}")`;
  const found = countFindings(subject);
  const lines = [
    `${describeVerdicts(subject, targets, paint)}${found === "" ? "" : `; ${found}`}`,
    countFacts(skill.inventory),
  ].filter((line) => line !== "");
  return [
    ...wrapHanging(`${paint.bold(nameSubject(path))}${called}: ${countSizes(skill)}`, width, 4),
    ...lines.flatMap((line) => wrap(line, width - 2).map((each) => `  ${each}`)),
  ];
}

function countSizes({ files, tokens: { counter, catalogue, body, files: others } }: SkillInspection): string {
  const listed = files.filter(({ kind }) => kind !== "directory");
  const bytes = listed.reduce((sum, { size }) => sum + size, 0);
  return `${count(listed.length, "file")}, ${count(bytes, "byte")}, ${figure(catalogue + body + others, counter)} tokens`;
}

/** The number of names of each kind, not counting mere mentions. */
function countFacts({
  automaticCommands,
  executables,
  programs,
  hosts,
  variables,
  paths,
  tools,
  agentFiles,
  packages,
}: Inventory): string {
  const names = <Kind extends string>(
    { facts }: FactList<{ readonly name: string; readonly kind: Kind }>,
    ...but: readonly Kind[]
  ): number => new Set(facts.flatMap(({ name, kind }) => (but.includes(kind) ? [] : [name]))).size;
  const counts: readonly (readonly [number, string])[] = [
    [names(automaticCommands), "automatic command"],
    [executables.facts.length, "runnable file"],
    [names(programs), "program"],
    [names(hosts, "mentioned"), "host"],
    [names(variables, "mentioned"), "variable"],
    [names(paths, "mentioned"), "outside path"],
    [names(tools), "allowed tool"],
    [names(agentFiles, "mentioned"), "agent setting"],
    [names(packages, "mentioned"), "package"],
  ];
  return counts.flatMap(([amount, noun]) => (amount === 0 ? [] : [count(amount, noun)])).join(", ");
}

const severities = [
  ["error", "error"],
  ["warning", "warning"],
  ["info", "note"],
] as const satisfies readonly (readonly [Severity, string])[];

/** A count such as "1 error and 2 notes"; may be empty. Findings about the archive are shown with the archive. */
function countFindings({ findings: all }: Subject): string {
  const findings = all.filter(
    ({ ruleId }) => !ruleId.startsWith("archive-file-") && ruleId !== "archive-manifest-subject",
  );
  const counts = severities.flatMap(([severity, word]) => {
    const amount = findings.filter((finding) => finding.severity === severity).length;
    return amount > 0 ? [count(amount, word)] : [];
  });
  return series(counts);
}
