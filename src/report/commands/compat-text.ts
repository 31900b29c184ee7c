import { groupBy } from "../../core/group-by.ts";
import { count, grouped, series } from "../../core/sentence.ts";
import type { Paint } from "../../model/paint.ts";
import type { ClientChange } from "../../model/reports/compat.ts";
import type { Report } from "../../model/report.ts";
import { type CompatRow, isHiddenAsAsked } from "../../model/client-load.ts";
import { commonIds } from "../../model/target.ts";
import { wrap, wrapHanging } from "../drawing/text-wrap.ts";
import { widthOf } from "../../core/text-width.ts";
import { clean, cutTo, padTo } from "../drawing/width.ts";
import { drawUnread, nameSubject } from "../formats/text-subject.ts";
import { describeChange, describeListed, describeLoad, namesOf } from "./load-words.ts";
import { atMost, type ClientPageStyle, type PageStyle } from "./page-style.ts";

/**
 * Text output: for one skill a line for each client or, with `verbose`, a page with all versions; otherwise a matrix
 * or, with many clients, a list of what differs. `changes` between recorded versions are on the page of one skill.
 */
export function compatText(
  { subjects, unread }: Pick<Report, "subjects" | "unread">,
  rows: readonly CompatRow[],
  style: ClientPageStyle,
  changes: readonly ClientChange[] = [],
): string {
  const bySkill = groupBy(rows, ({ skill }) => skill);
  const skills = subjects.map(({ path }) => ({ path, rows: bySkill.get(path) ?? [] }));
  const [only] = skills;
  const drawn =
    skills.length === 1 && only
      ? drawPage(only.path, only.rows, style, changes)
      : [...drawSummary(skills, style), ...(drawMatrix(skills, style) ?? drawList(skills, style))];
  const blocks = [drawn, drawUnread(unread, "", style.paint)];
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

interface SkillRows {
  readonly path: string;
  readonly rows: readonly CompatRow[];
}

/** Worst first. */
const states = [
  {
    outcome: "not-loaded",
    title: "Does not load",
    others: ["does not load", "do not load"],
    tint: "error",
  },
  {
    outcome: "differs",
    title: "Loads differently",
    others: ["differs", "differ"],
    tint: "warning",
  },
  {
    outcome: "as-written",
    title: "Loads as written",
    others: ["as written", "as written"],
    tint: undefined,
  },
  {
    outcome: "hidden",
    title: "Hidden as asked",
    others: ["hidden as asked", "hidden as asked"],
    tint: undefined,
  },
  { outcome: "unknown", title: "Not known", others: ["not known", "not known"], tint: undefined },
] as const;

type State = (typeof states)[number];

function drawPage(
  path: string,
  rows: readonly CompatRow[],
  style: ClientPageStyle,
  changes: readonly ClientChange[],
): readonly string[] {
  const { paint, width, command, verbose } = style;
  const asWritten = rows.filter((row) => shownAs(row) === "as-written").length;
  const hidden = rows.filter(isHiddenAsAsked).length;
  const known = rows.filter(({ outcome }) => outcome !== "unknown").length;
  const versions =
    known === 1
      ? "the recorded version"
      : `${grouped(asWritten)} of ${grouped(known)} recorded versions of clients`;
  const verb = known !== 1 ? "load" : asWritten === 1 ? "loads" : "does not load";
  const head = `${paint.bold(nameSubject(path))}: ${versions} ${verb} it as written${hidden === 0 ? "" : `, ${grouped(hidden)} hidden as asked`}`;
  const sections = states.flatMap((state) => {
    const here = rows.filter((row) => shownAs(row) === state.outcome);
    return here.length === 0 ? [] : ["", ...drawState(state, here, style)];
  });
  const refused = rows.some(isLost);
  return [
    ...wrapHanging(head, width, 2),
    ...(verbose
      ? [...sections, ...drawVersionChanges(rows, changes, width), ...(refused ? [""] : [])]
      : drawClients(rows, style)),
    ...(refused ? [`${paint.dim("Locations and fixes:")} ${command} lint ${clean(path)}`] : []),
  ];
}

/** What changed between recorded versions of the clients, if anything did. */
function drawVersionChanges(
  rows: readonly CompatRow[],
  changes: readonly ClientChange[],
  width: number,
): readonly string[] {
  const titles = new Map(rows.map(({ client, title }) => [client, title]));
  const lines = changes
    .filter(
      ({ client, answers, lists }) => titles.has(client) && answers.changed.length + lists.changed.length > 0,
    )
    .flatMap((change) =>
      wrapHanging(
        `${titles.get(change.client)} changed between ${change.from} and ${change.to}: ${series(describeChange(change))}`,
        width,
        2,
      ),
    );
  return lines.length === 0 ? [] : ["", ...lines];
}

/** Maximum number of clients that have a line each. */
const shownClients = 8;

/** A line for each client; of very many, for the common ones, with the number of the others. */
function drawClients(rows: readonly CompatRow[], style: PageStyle): readonly string[] {
  const { paint, width } = style;
  const ids = Array.from(new Set(rows.map(({ client }) => client)));
  const known = ids.filter((id) =>
    rows.some(({ client, outcome }) => client === id && outcome !== "unknown"),
  );
  const common = commonIds.filter((id) => known.includes(id));
  const isWhole = style.all || ids.length <= shownClients;
  const named = isWhole ? ids : (common.length > 0 ? common : ids).slice(0, shownClients);
  const lines = named.flatMap((id) => describeClient(rows.filter(({ client }) => client === id)));
  const column = Math.max(...lines.map(({ name }) => widthOf(name))) + 4;
  const room = width - column;
  const others = rows.filter(({ client }) => !named.includes(client));
  const isCut = lines.some(({ text }) => widthOf(text) > room);
  return [
    ...lines.map(
      ({ name, state, text }) => padTo(`  ${name}`, column) + tinted(cutTo(text, room), state, paint),
    ),
    ...(others.length === 0 && !isCut
      ? []
      : wrap(paint.dim(describeFolded(others)), width - 2).map((line) => `  ${line}`)),
  ];
}

interface ClientLine {
  readonly name: string;
  readonly state: State;
  readonly text: string;
}

/** Of one client, the newest version of each variant; older versions are named if they differ from it. */
function describeClient(rows: readonly CompatRow[]): readonly ClientLine[] {
  const variants = Array.from(groupBy(rows, ({ variant }) => variant).values(), (same) => {
    const [newest, ...older] = same;
    const state = stateOf(shownAs(newest!));
    const reason = state.tint === undefined ? describeKept(newest!) : describeLoad(newest!);
    const differing = older
      .filter((row) => shownAs(row) !== state.outcome)
      .map((row) => `${clean(row.version)} ${stateOf(shownAs(row)).title.toLowerCase()}`);
    const silent = state.tint === undefined ? "" : noMessage([newest!]);
    const text = `${state.title.toLowerCase()}${reason === "" ? "" : `: ${reason}`}${silent}${differing.length === 0 ? "" : ` (${series(differing)})`}`;
    return { newest: newest!, state, text };
  });
  return Array.from(groupBy(variants, ({ text }) => text).values(), (alike) => ({
    ...alike[0]!,
    name: namesOf(
      alike.map(({ newest }) => newest),
      variants.map(({ newest }) => newest),
    ),
  }));
}

/** "39 others: 22 do not load, 8 differ, 9 not known (--verbose)". */
function describeFolded(rows: readonly CompatRow[]): string {
  const clients = groupBy(rows, ({ client }) => client);
  const worst = Array.from(clients.values(), (same) =>
    states.findIndex(({ outcome }) => same.some((row) => shownAs(row) === outcome)),
  );
  const counts = states.flatMap(({ others: [one, several] }, at) => {
    const amount = worst.filter((each) => each === at).length;
    return amount === 0 ? [] : [`${grouped(amount)} ${amount === 1 ? one : several}`];
  });
  return counts.length === 0
    ? "reasons are cut (--verbose shows them)"
    : `${count(clients.size, "other")}: ${counts.join(", ")} (--verbose)`;
}

/** The clients of one state; those with the same reason share a paragraph. */
function drawState(state: State, rows: readonly CompatRow[], style: PageStyle): readonly string[] {
  const { paint, width } = style;
  const title = paint.bold(`${state.title} (${grouped(rows.length)})`);
  const indented = (lines: readonly string[], indent: number) =>
    lines.map((line) => `${" ".repeat(indent)}${line}`);
  const isPlain = state.outcome !== "not-loaded" && state.outcome !== "differs";
  const reasons = groupBy(rows, (row) => (isPlain ? describeKept(row) : describeLoad(row)));
  return [
    title,
    ...Array.from(reasons, ([reason, same]) => [
      ...indented(
        wrap(namesOf(same, rows, true), width - 2).map((line) => tinted(line, state, paint)),
        2,
      ),
      ...(reason === "" ? [] : indented(wrap(`${reason}${isPlain ? "" : noMessage(same)}`, width - 4), 4)),
    ]).flat(),
  ];
}

/** Of a skill that loads as written or is hidden: why it is hidden, or how much is listed. */
function describeKept(row: CompatRow): string {
  return row.name === null ? describeLoad(row) : describeListed(row);
}

/** An outcome, or "hidden" for a skill that the client hides as asked. */
function shownAs(row: CompatRow): State["outcome"] {
  return isHiddenAsAsked(row) ? "hidden" : row.outcome;
}

function isLost(row: CompatRow): boolean {
  const shown = shownAs(row);
  return shown === "not-loaded" || shown === "differs";
}

function tinted(line: string, { tint }: State, paint: Paint): string {
  return tint === undefined ? line : paint.severity[tint](line);
}

/** " (no message)" if none of the clients prints a message. */
function noMessage(rows: readonly CompatRow[]): string {
  return rows.every(({ silent }) => silent) ? " (no message)" : "";
}

function drawSummary(skills: readonly SkillRows[], { paint, width }: PageStyle): readonly string[] {
  const [first] = skills;
  const failing = skills.filter(({ rows }) => rows.some((row) => shownAs(row) === "not-loaded")).length;
  const differing = skills.filter(
    ({ rows }) =>
      rows.every((row) => shownAs(row) !== "not-loaded") && rows.some((row) => shownAs(row) === "differs"),
  ).length;
  const hidden = skills.filter(
    ({ rows }) => !rows.some(isLost) && rows.some((row) => shownAs(row) === "hidden"),
  ).length;
  const clients = new Set(first?.rows.map(({ client }) => client)).size;
  const parts = [
    [
      skills.length - failing - differing - hidden,
      "loads as written everywhere",
      "load as written everywhere",
    ],
    [hidden, "is hidden as asked somewhere", "are hidden as asked somewhere"],
    [differing, "loads differently somewhere", "load differently somewhere"],
    [failing, "does not load everywhere", "do not load everywhere"],
  ] as const;
  const counts = parts.flatMap(([amount, one, several]) =>
    amount === 0 ? [] : [`${grouped(amount)} ${amount === 1 ? one : several}`],
  );
  return [
    ...wrap(
      `${paint.bold(count(skills.length, "skill"))}, ${count(clients, "client")}: ${counts.join(", ")}`,
      width,
    ),
    "",
  ];
}

const symbols: Readonly<Record<State["outcome"], string>> = {
  "not-loaded": "no",
  differs: "differs",
  "as-written": "yes",
  hidden: "hidden",
  unknown: "?",
};

/** Minimum width of the column of names, if a name is that long. */
const narrowest = 12;

/** A row for each skill, a column for each version; undefined if the columns do not fit. */
function drawMatrix(skills: readonly SkillRows[], style: ClientPageStyle): readonly string[] | undefined {
  const columns = skills[0]?.rows ?? [];
  const heads = columns.map(({ client, variant, version }) => {
    const isOneOf = columns.filter((each) => each.client === client && each.variant === variant).length > 1;
    return clean(
      `${client}${variant === undefined ? "" : `/${variant}`}${isOneOf || style.verbose ? ` ${version}` : ""}`,
    );
  });
  const widths = heads.map((head) => Math.max(widthOf(head), symbols.differs.length));
  const names = skills.map(({ path }) => nameSubject(path));
  const total = widths.reduce((sum, each) => sum + each + 2, 0);
  const longest = Math.max(...names.map(widthOf));
  const nameWidth = Math.min(longest, style.width - total);
  if (nameWidth < Math.min(longest, narrowest)) return undefined;
  const line = (name: string, cells: readonly string[]): string =>
    [padTo(cutTo(name, nameWidth), nameWidth), ...cells].join("  ").trimEnd();
  return [
    style.paint.bold(
      line(
        "",
        heads.map((head, at) => padTo(head, widths[at]!)),
      ),
    ),
    ...skills.map(({ rows }, at) =>
      line(
        names[at]!,
        rows.map((row, column) => {
          const state = stateOf(shownAs(row));
          return tinted(padTo(symbols[state.outcome], widths[column]!), state, style.paint);
        }),
      ),
    ),
  ];
}

function stateOf(outcome: State["outcome"]): State {
  return states.find((state) => state.outcome === outcome)!;
}

const shownSkills = 20;

/** The skills that do not load as written everywhere, with the clients concerned. */
function drawList(skills: readonly SkillRows[], style: PageStyle): readonly string[] {
  const worst = skills.filter(({ rows }) => rows.some(isLost));
  const blocks = worst.map(({ path, rows }) =>
    [
      style.paint.bold(nameSubject(path)),
      ...states.slice(0, 2).flatMap((state) => {
        const here = rows.filter((row) => shownAs(row) === state.outcome);
        return here.length === 0
          ? []
          : wrapHanging(
              `${state.title.toLowerCase()}: ${clean(series(Array.from(new Set(here.map(({ title }) => title)))))}`,
              style.width - 2,
              2,
            ).map((line) => `  ${tinted(line, state, style.paint)}`);
      }),
    ].join("\n"),
  );
  return [
    ...atMost(blocks, shownSkills, "", style),
    ...(worst.length > 0
      ? ["", `${style.paint.dim("Reasons for one skill:")} ${style.command} compat ${clean(worst[0]!.path)}`]
      : []),
  ];
}
