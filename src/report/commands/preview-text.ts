import { count, grouped, series } from "../../core/sentence.ts";
import { widthOf } from "../../core/text-width.ts";
import type { CatalogState } from "../../model/client-catalog.ts";
import type { Report } from "../../model/report.ts";
import { figure, inTokens } from "../../model/token-counter.ts";
import type {
  CatalogPreview,
  PreviewData,
  PreviewedClient,
  SkillPreview,
} from "../../model/reports/preview.ts";
import { drawPatch } from "../drawing/patch-text.ts";
import { wrap, wrapHanging } from "../drawing/text-wrap.ts";
import { clean, cleanPath, cutTo, padTo } from "../drawing/width.ts";
import { drawUnread, nameSubject } from "../formats/text-subject.ts";
import { atMost, type PageStyle } from "./page-style.ts";

interface PreviewView {
  readonly report: Pick<Report<PreviewData>, "data" | "unread">;
  /** The text of the catalog with marks. */
  readonly marked: string;
}

/** Text output: catalog, body and files of one skill, or a table of several and a plan to shorten them. */
export function previewText({ report: { data, unread }, marked }: PreviewView, style: PageStyle): string {
  if (!data) return "";
  const { skills, catalog } = data;
  const [only] = skills;
  const loaded = skills.filter(({ loads }) => loads === true);
  const blocks = [
    ...(skills.length === 1 && only
      ? drawOne(only, data, marked, style)
      : [
          drawHead(data, style),
          ...(style.all ? [drawCatalog(data, marked, style)] : []),
          drawTable(data, style),
        ]),
    catalog ? drawPlan(catalog, loaded.length, style) : [],
    drawBudget(catalog, data.client, style),
    drawUnread(unread, "", style.paint),
  ];
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

type Block = readonly string[];

function named({ title, variant, version }: PreviewedClient): string {
  return clean(`${title}${variant === undefined ? "" : ` ${variant}`} ${version}`);
}

function drawOne(skill: SkillPreview, data: PreviewData, marked: string, style: PageStyle): readonly Block[] {
  const { paint, width } = style;
  const head = `${paint.bold(nameSubject(skill.path))} in ${named(data.client)}`;
  if (skill.loads !== true)
    return [wrapHanging(`${head}: ${stateOf(skill, undefined).text}${reasonOf(skill)}`, width, 2)];
  return [
    wrapHanging(
      skill.hidden ? `${head}: hidden as asked: not in the catalog; only the user can call it` : head,
      width,
      2,
    ),
    skill.hidden ? [] : drawCatalog(data, marked, style),
    drawBody(skill, data, style),
    drawFiles(skill, data, style),
  ];
}

function reasonOf({ reasons }: SkillPreview): string {
  return reasons.length === 0 ? "" : `: ${clean(reasons[0] ?? "")}`;
}

function drawCatalog({ catalog, counter, skills }: PreviewData, marked: string, style: PageStyle): Block {
  const listed = catalog?.tokens ?? skills.reduce((sum, { tokens: { announced } }) => sum + announced, 0);
  const tokens = inTokens(listed, counterOf(counter));
  return [
    style.paint.bold(`Catalog: ${tokens} in every conversation`),
    ...textLines(marked, style.all ? Infinity : shownLines, style),
  ];
}

/** Lines of a text of which the first are shown. */
const shownLines = 30;

/** An untrusted text of several lines, wrapped and indented. */
function textLines(text: string, limit: number, style: PageStyle): Block {
  const lines = text.split("\n").flatMap((line) => {
    const indent = /^ {0,16}/.exec(line)?.[0] ?? "";
    const rest = clean(line.slice(indent.length).trimEnd());
    return wrap(rest, style.width - 2 - indent.length).map((each) => `  ${indent}${each}`.trimEnd());
  });
  return atMost(lines, limit, "  ", style);
}

function drawBody(
  { body, changes, delivery, effects, hidden, tokens }: SkillPreview,
  data: PreviewData,
  style: PageStyle,
): Block {
  const byModel =
    delivery === "tool" ? "delivered when the model chooses the skill" : "when the model opens SKILL.md";
  const how = hidden || data.client.arguments ? "delivered when the user calls the skill" : byModel;
  const notes = [
    ...(effects.includes("leak") ? ["frontmatter is part of the body"] : []),
    ...(effects.includes("body") ? ["the body is lost"] : []),
    ...(data.client.arguments === "beside" ? ["the arguments are not part of it; they come before it"] : []),
  ];
  return [
    style.paint.bold(`Body: ${inTokens(tokens.body, counterOf(data.counter))} ${how}`),
    ...notes.map((note) => `  ${style.paint.severity.warning(note)}`),
    ...textLines((body ?? "").trim(), style.all ? Infinity : shownLines, style),
    ...drawChanges(changes, data.client, style),
  ];
}

/** What the client changes in the body, as a patch of SKILL.md. */
function drawChanges(changes: SkillPreview["changes"], { title }: PreviewedClient, style: PageStyle): Block {
  if (changes.length === 0) return [];
  const patch = changes.flatMap(({ line, written, delivered }) => [
    `@@ line ${line} @@`,
    ...written.map((text) => `-${text}`),
    ...delivered.map((text) => `+${text}`),
  ]);
  return [
    style.paint.bold(`${clean(title)} changes ${count(changes.length, "part")} of the body:`),
    ...atMost(
      drawPatch(patch.join("\n"), style.paint)
        .split("\n")
        .map((text) => `  ${text}`),
      shownLines,
      "  ",
      style,
    ),
  ];
}

const shownRows = 20;

function drawFiles({ files, unreachable, tokens }: SkillPreview, data: PreviewData, style: PageStyle): Block {
  if (files.length === 0 && unreachable.length === 0) return [];
  const column = Math.min(50, Math.max(0, ...files.map(({ path }) => widthOf(cleanPath(path)))));
  const rows = files.map(
    (file) =>
      `  ${padTo(cleanPath(file.path), column)}  ${(file.tokens === undefined ? "not text" : figure(file.tokens, data.counter)).padStart(8)}`,
  );
  return [
    style.paint.bold(`Files: ${inTokens(tokens.files, counterOf(data.counter))} if all are read`),
    ...atMost(rows, shownRows, "  ", style),
    ...(unreachable.length === 0
      ? []
      : [
          `  ${style.paint.dim(`not reachable: ${count(unreachable.length, "file")}; ${style.command} graph lists them`)}`,
        ]),
  ];
}

function counterOf(name: string): { readonly name: string; count(text: string): number } {
  return { name, count: (text) => text.length };
}

/** Worst first. */
const states = [
  { state: "not-loaded", text: "does not load", tint: "error" },
  { state: "unknown", text: "not known", tint: "error" },
  { state: "absent", text: "not listed", tint: "error" },
  { state: "name-only", text: "name only", tint: "warning" },
  { state: "cut", text: "cut", tint: "warning" },
  { state: "hidden", text: "hidden", tint: undefined },
  { state: "whole", text: "whole", tint: undefined },
] as const;

type State = (typeof states)[number];

function stateOf({ loads, hidden }: SkillPreview, state: CatalogState = "whole"): State {
  const id = loads === true ? (hidden ? "hidden" : state) : loads === false ? "not-loaded" : "unknown";
  return states.find((each) => each.state === id)!;
}

function withStates({ skills, catalog }: PreviewData): readonly (readonly [SkillPreview, State, string])[] {
  const entries = new Map(catalog?.entries.map((entry) => [entry.skill, entry]));
  return skills.map((skill) => {
    const entry = entries.get(skill.path);
    const state = stateOf(skill, entry?.state);
    const length = Array.from(entry?.shown ?? "").length;
    const cut =
      entry && state.state === "cut" ? ` to ${grouped(length)} of ${grouped(entry.characters)}` : "";
    return [skill, state, `${state.text}${cut}`];
  });
}

function drawHead(data: PreviewData, { paint, width }: PageStyle): Block {
  const all = withStates(data);
  const counts = states.flatMap(({ state, text }) => {
    const amount = all.filter(([, each]) => each.state === state).length;
    return amount === 0 ? [] : [`${grouped(amount)} ${text}`];
  });
  return wrap(
    `${paint.bold(count(data.skills.length, "skill"))} in ${named(data.client)}: ${series(counts)}`,
    width,
  );
}

/** A row for each skill, worst first, with its tokens by when they are read. */
function drawTable(data: PreviewData, style: PageStyle): Block {
  const sorted = withStates(data).toSorted(([, a], [, b]) => states.indexOf(a) - states.indexOf(b));
  const names = sorted.map(([{ path }]) => nameSubject(path));
  const texts = sorted.map(([, , text]) => text);
  const textWidth = Math.max("Description".length, ...texts.map(widthOf));
  const nameWidth = Math.min(
    Math.max("Skill".length, ...names.map(widthOf)),
    Math.max(12, style.width - textWidth - 3 * 10 - 2),
  );
  const line = (name: string, text: string, figures: readonly string[]): string =>
    `${padTo(cutTo(name, nameWidth), nameWidth)}  ${text}${figures.map((each) => each.padStart(10)).join("")}`;
  const rows = sorted.map(([{ tokens }, { tint }, text], at) => {
    const padded = padTo(text, textWidth);
    return line(
      names[at]!,
      tint === undefined ? padded : style.paint.severity[tint](padded),
      [tokens.announced, tokens.body, tokens.files].map((each) => figure(each, data.counter)),
    );
  });
  const head = line("Skill", padTo("Description", textWidth), ["Listed", "Body", "Files"]);
  return [style.paint.bold(head), ...atMost(rows, shownRows, "", style)];
}

/** What to shorten; nothing if all descriptions are shown, or if the client never shows them. */
export function drawPlan({ plan, entries }: CatalogPreview, loaded: number, style: PageStyle): Block {
  if (entries.every(({ state }) => state === "whole")) return [];
  if (!plan)
    return wrap(
      loaded > 1 && entries.some(({ shown }) => shown !== null)
        ? "Shorter descriptions alone do not fit; remove some of the skills."
        : "The catalog of this client has names only.",
      style.width,
    );
  const column = Math.max(0, ...plan.shorten.map(({ skill }) => widthOf(nameSubject(skill))));
  const shorten = plan.shorten.map(
    ({ skill, characters, save }) =>
      `  ${padTo(nameSubject(skill), column)}  ${grouped(characters)} to ${grouped(characters - save)} characters (${grouped(save)} fewer)`,
  );
  const join = plan.join.map((skill) => `  ${nameSubject(skill)}`);
  const title = (verb: string, amount: number): string =>
    style.paint.bold(`To show all descriptions whole, ${verb} ${count(amount, "description")}:`);
  return [
    ...(shorten.length > 0
      ? [title("shorten", shorten.length), ...atMost(shorten, shownRows, "  ", style)]
      : []),
    ...(join.length > 0
      ? [title("write on one line", join.length), ...atMost(join, shownRows, "  ", style)]
      : []),
  ];
}

const units = {
  "utf-16": "characters",
  "code-points": "characters",
  columns: "characters (wide ones count as two)",
  tokens: "tokens of 4 bytes",
} as const;

function drawBudget(
  catalog: CatalogPreview | null,
  { title }: PreviewedClient,
  { paint, width }: PageStyle,
): Block {
  if (catalog?.budget === "none") return [];
  return wrap(clean(describeBudget(catalog, title)), width).map((line) => paint.dim(line));
}

export function describeBudget(catalog: CatalogPreview | null, title: string): string {
  if (!catalog) return `It is not recorded how ${title} lists its skills; descriptions may be cut.`;
  const { budget } = catalog;
  if (typeof budget === "string") return `The budget of ${title} is not known; descriptions may be cut.`;
  const { needed, limit, unit, assumes } = budget;
  return `The catalog needs ${grouped(needed)} of ${grouped(limit)} ${units[unit]}, including the skills of ${title} itself. Assumed: ${assumes}.`;
}
