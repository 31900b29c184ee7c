import type { Fact, FactList, Inventory } from "../../../model/inventory.ts";
import type { Place } from "../../../core/place.ts";
import { count, grouped, series } from "../../../core/sentence.ts";
import { atMost, shownName, type SurveyStyle } from "../survey-style.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import { widthOf } from "../../../core/text-width.ts";
import { clean, cleanPath, padTo } from "../../drawing/width.ts";

/** A list with a heading. */
interface Section {
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
export function drawFacts(inventory: Inventory, style: SurveyStyle): readonly (readonly string[])[] {
  return [
    ...sectionsOf(inventory)
      .filter(isSeen)
      .map((section) => drawSection(section, style)),
    drawUnreadFiles(inventory, style),
  ];
}

/** Lists the sections that are empty for all skills; nothing if there are none. */
export function drawUnseen(inventories: readonly Inventory[], style: SurveyStyle): readonly string[] {
  const [first = [], ...others] = inventories.map((inventory) =>
    sectionsOf(inventory).flatMap((section) => (isSeen(section) ? [] : [section.title])),
  );
  const unseen = first
    .filter((title) => others.every((titles) => titles.includes(title)))
    .map((title) => title.charAt(0).toLowerCase() + title.slice(1));
  if (inventories.length === 0) return [];
  return wrap(unseen.length > 0 ? `None found: ${unseen.join("; ")}. ${factsNote}` : factsNote, style.width);
}

function isSeen({ rows, also, omitted }: Section): boolean {
  return rows.length > 0 || also !== undefined || omitted > 0;
}

function sectionsOf(inventory: Inventory): readonly Section[] {
  const { executables, automaticCommands, programs, hosts, variables, paths, tools, agentFiles, packages } =
    inventory;
  return [
    section("Commands that run automatically", automaticCommands, ({ kind }) =>
      kind === "hook" ? "hook" : "when loaded",
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
): Section {
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

function programSection(title: string, programs: Inventory["programs"], kind: "script" | "text"): Section {
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

function drawSection({ title, rows, omitted, also }: Section, style: SurveyStyle): readonly string[] {
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

function drawUnreadFiles({ unread }: Inventory, style: SurveyStyle): readonly string[] {
  if (unread.length === 0) return [];
  const lines = unread.map(({ path, reason }) => `  ${cleanPath(path)}  ${style.paint.dim(clean(reason))}`);
  return [
    style.paint.bold(`Not inspected (${grouped(unread.length)})`),
    ...atMost(lines, shown, "  ", style),
  ];
}
