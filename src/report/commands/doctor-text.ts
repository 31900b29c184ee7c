import { parentOf } from "../../core/paths.ts";
import { groupBy } from "../../core/group-by.ts";
import { count, grouped, series, seriesAtMost } from "../../core/sentence.ts";
import type { Evidence } from "../../model/evidence.ts";
import type { Report } from "../../model/report.ts";
import {
  doctorStates,
  type DoctorClient,
  type DoctorData,
  type DoctorProof,
  type DoctorSkill,
  type DoctorState,
} from "../../model/reports/doctor.ts";
import { wrap, wrapHanging } from "../drawing/text-wrap.ts";
import { widthOf } from "../../core/text-width.ts";
import { clean, cleanPath, cutTo, padTo } from "../drawing/width.ts";
import { drawUnread } from "../formats/text-subject.ts";
import { describeEffect } from "./load-words.ts";
import { describeRecord } from "./test-real-text.ts";
import { atMost, type ClientPageStyle, type PageStyle } from "./page-style.ts";

interface DoctorPageStyle extends ClientPageStyle {
  /** Whether only skills that were named are shown. */
  readonly namedOnly: boolean;
}

/** Text output: a line for each client and the commands that help; with `verbose`, a section for each client. */
export function doctorText(
  { data, unread }: Pick<Report<DoctorData>, "data" | "unread">,
  style: DoctorPageStyle,
): string {
  const clients = data?.clients ?? [];
  const blocks = [
    ...(style.verbose ? clients.map((client) => drawClient(client, style)) : drawShort(clients, style)),
    drawUnread(unread, "", style.paint),
  ];
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

const titles: Readonly<Record<DoctorState, string>> = {
  "not-loaded": "does not load",
  broken: "broken",
  misplaced: "misplaced",
  unspecified: "ambiguous",
  shadowed: "shadowed",
  hidden: "hidden",
  cut: "cut in the catalog",
  differs: "loads differently",
  unknown: "not known",
  "part-of-skill": "not a skill",
  "same-file": "same file",
  loads: "loads",
};

/** Skills that the user can call. */
const loading: ReadonlySet<DoctorState> = new Set(["unspecified", "hidden", "cut", "differs", "loads"]);
const missing: ReadonlySet<DoctorState> = new Set(["not-loaded", "broken", "misplaced", "shadowed"]);
/** States that need no action; only their number is shown. */
const quiet: ReadonlySet<DoctorState> = new Set(["part-of-skill", "same-file"]);

/** A line for each client, the commands that help, and what only `verbose` shows. */
function drawShort(clients: readonly DoctorClient[], style: DoctorPageStyle): readonly (readonly string[])[] {
  const { paint, width, command } = style;
  const names = clients.map((client) => shortNameOf(client, clients));
  const column = Math.max(0, ...names.map(widthOf)) + 3;
  const helps = clients.flatMap(({ skills }) => skills.flatMap(({ help }) => help ?? []));
  const paths = style.namedOnly ? undefined : clients.flatMap(({ skills }) => skills.map(({ path }) => path));
  const commands = joinInstalls(Array.from(new Set(helps)), paths).map(
    (help) => `  ${paint.bold(typed(help, command))}`,
  );
  return [
    clients.flatMap((client, at) => [
      ...describeClient(client, width - column, style).map((line, row) =>
        row === 0 ? paint.bold(padTo(names[at]!, column)) + line : " ".repeat(column) + line,
      ),
      ...(client.proof ? drawProof(client.proof, style) : []),
    ]),
    [
      ...(commands.length === 0 ? [] : ["What helps:", ...atMost(commands, 2, "  ", style)]),
      ...wrap(paint.dim(`not shown: ${describeFolded(clients)} (--verbose)`), width),
    ],
  ];
}

/** With its version if the same client is here in another one. */
function shortNameOf(
  { client, title, variant, version }: DoctorClient,
  all: readonly DoctorClient[],
): string {
  const isOneOf = all.filter((each) => each.client === client && each.variant === variant).length > 1;
  return clean([title, ...(variant === undefined ? [] : [variant]), ...(isOneOf ? [version] : [])].join(" "));
}

/** Of one skill, its state and the reason, on one line; of several, how many are in each state. */
function describeClient(
  { evidence, skills }: DoctorClient,
  room: number,
  style: PageStyle,
): readonly string[] {
  if (evidence === undefined) return wrap("it is not known which directories it reads", room);
  const shown = skills.filter(({ state }) => !quiet.has(state));
  const [only] = shown;
  if (!only) return ["no skills"];
  if (shown.length === 1) {
    const reason = shortReasonOf(only);
    return [
      tint(only.state, cutTo(`${titles[only.state]}${reason === "" ? "" : `: ${reason}`}`, room), style),
    ];
  }
  const loaded = countLoading(shown);
  const parts = doctorStates.flatMap((state) => {
    const here = shown.filter((skill) => skill.state === state);
    if (here.length === 0 || state === "loads") return [];
    const named = seriesAtMost(Array.from(new Set(here.map(({ name }) => clean(name)))), 3);
    const reasons = new Set(here.map(shortReasonOf));
    const reason = state === "not-loaded" && reasons.size === 1 ? ` (${shortReasonOf(here[0]!)})` : "";
    return [`${tint(state, `${titles[state]} (${grouped(here.length)})`, style)}: ${named}${reason}`];
  });
  return wrap([`${grouped(loaded)} ${loaded === 1 ? "loads" : "load"}`, ...parts].join("; "), room);
}

/** The directories, notes, paths and messages that a line for each client leaves out. */
function describeFolded(clients: readonly DoctorClient[]): string {
  const known = clients.filter(({ evidence }) => evidence !== undefined);
  const notes = known.flatMap((each) => (each.roots.some(({ present }) => present) ? each.notes : []));
  const skills = known.flatMap((each) => each.skills);
  const amounts = [
    [new Set(known.flatMap(({ roots }) => roots.map(({ path }) => path))).size, "directory"],
    [new Set(skills.map(({ path }) => path)).size, "path"],
    [new Set(notes).size, "note"],
    [new Set(skills.flatMap(({ said }) => said ?? [])).size, "message"],
  ] as const;
  const parts = amounts.flatMap(([amount, noun]) => (amount === 0 ? [] : [count(amount, noun)]));
  return ["versions", ...parts].join(", ");
}

/** The reason without the client's own message and the other skills of the name. */
function shortReasonOf(skill: DoctorSkill): string {
  const { said: _said, others: _others, ...rest } = skill;
  return reasonOf(rest);
}

function typed(help: string, command: string): string {
  return clean(help.replace(/^skills /, `${command} `));
}

function drawClient(client: DoctorClient, style: PageStyle): readonly string[] {
  const { title, variant, version, evidence, roots, notes, skills, proof } = client;
  const { paint, width } = style;
  const name = paint.bold(clean(`${title}${variant === undefined ? "" : ` ${variant}`} ${version}`));
  if (evidence === undefined) return [`${name}: it is not known which directories it reads`];
  const facts = [readsOf(roots), ...(roots.some(({ present }) => present) ? notes : [])];
  return [
    `${name}: ${countStates(skills)}${paint.dim(sources[evidence])}`,
    ...facts.flatMap((line) => wrapHanging(line, width - 2, 2).map((each) => `  ${paint.dim(each)}`)),
    ...doctorStates.flatMap((state) => {
      const here = skills.filter((skill) => skill.state === state);
      return here.length === 0 || quiet.has(state) ? [] : drawState(state, here, style);
    }),
    ...(proof ? drawProof(proof, style) : []),
  ];
}

/** What the installed client announced, compared with the lines above. */
function drawProof(
  { started, problem, announced, compared, disagreements }: DoctorProof,
  style: PageStyle,
): readonly string[] {
  const { paint, width } = style;
  const { error } = paint.severity;
  const lines = (text: string, indent: string): readonly string[] =>
    wrapHanging(text, width - indent.length, 2).map((line) => indent + line);
  const who = started ? `${clean(started.program)}${describeRecord(started)}` : "";
  if (problem !== undefined)
    return lines(`${error("not proven")}: ${clean(problem)}${who === "" ? "" : ` (${who})`}`, "  ");
  const counted = `${count(announced, "skill")} announced`;
  if (disagreements.length === 0)
    return lines(
      `${paint.good("proven")}: ${counted}, ${count(compared, "prediction")} right (${who})`,
      "  ",
    );
  const wrong = `${grouped(disagreements.length)} of ${count(compared, "prediction")} wrong`;
  return [
    ...lines(`${error(wrong)}: ${counted} (${who})`, "  "),
    ...disagreements.flatMap((each) => lines(clean(each), indent)),
  ];
}

/** How it is known which directories a client reads. */
const sources: Readonly<Record<Evidence, string>> = {
  live: "",
  executed: "",
  read: " (directories from its source)",
  documented: " (directories from its documentation)",
};

/** "2 skills load, 1 does not, 3 are not known". */
function countStates(skills: readonly DoctorSkill[]): string {
  if (skills.length === 0) return "no skills";
  const loaded = countLoading(skills);
  const others = [
    [skills.filter(({ state }) => missing.has(state)).length, "does not", "do not"],
    [skills.filter(({ state }) => state === "unknown").length, "is not known", "are not known"],
  ] as const;
  return [
    `${count(loaded, "skill")} ${loaded === 1 ? "loads" : "load"}`,
    ...others.flatMap(([amount, one, several]) =>
      amount === 0 ? [] : [`${grouped(amount)} ${amount === 1 ? one : several}`],
    ),
  ].join(", ");
}

/** Of skills of which any may load, only one does. */
function countLoading(skills: readonly DoctorSkill[]): number {
  const sure = skills.filter(({ state }) => loading.has(state) && state !== "unspecified");
  const unsure = skills.filter(({ state }) => state === "unspecified");
  return sure.length + new Set(unsure.map(({ name }) => name)).size;
}

function readsOf(roots: DoctorClient["roots"]): string {
  const paths = (some: DoctorClient["roots"]) => some.map(({ path }) => cleanPath(path));
  const present = roots.filter((root) => root.present);
  const absent = roots.length - present.length;
  if (present.length === 0) return `reads ${series(paths(roots))}, but none of them exists`;
  const others = absent === 0 ? "" : ` (${grouped(absent)} more ${absent === 1 ? "does" : "do"} not exist)`;
  return `reads ${series(paths(present))}${others}`;
}

const indent = "    ";

function drawState(state: DoctorState, skills: readonly DoctorSkill[], style: PageStyle): readonly string[] {
  const { width } = style;
  const title = `${titles[state]} (${grouped(skills.length)})`;
  if (state === "loads")
    return wrapHanging(`${title}: ${clean(series(skills.map(({ name }) => name)))}`, width - 2, 2).map(
      (line) => `  ${line}`,
    );
  const reasons = groupBy(skills, (skill) => (state === "unspecified" ? skill.name : reasonOf(skill)));
  return [
    `  ${tint(state, title, style)}`,
    ...Array.from(reasons.values(), (same) => drawReason(same, style)).flat(),
  ];
}

/** Skills with the same reason; if they have the name in common, one command compares two of them. */
function drawReason(skills: readonly DoctorSkill[], style: PageStyle): readonly string[] {
  const { width, paint, command } = style;
  const reason = reasonOf(skills[0]!);
  const paths = skills.map(({ path }) => `${indent}${cleanPath(path)}`);
  const helps = joinInstalls(Array.from(new Set(skills.flatMap(({ help }) => help ?? []))));
  const shown = skills[0]!.state === "unspecified" ? helps.slice(0, 1) : helps;
  return [
    ...atMost(paths, 5, indent, style),
    ...(reason === "" ? [] : wrap(reason, width - 6).map((line) => `${indent}  ${line}`)),
    ...atMost(
      shown.map((help) => `${indent}  ${paint.bold(typed(help, command))}`),
      3,
      `${indent}  `,
      style,
    ),
  ];
}

/**
 * Several skills can be installed into one directory with one command, and all skills of a directory by its path.
 * `paths` are those of all known skills, if they are known.
 */
function joinInstalls(helps: readonly string[], paths?: readonly string[]): readonly string[] {
  const commands = groupBy(helps, (help) => /^skills install --root \S+/.exec(help)?.[0] ?? help);
  return Array.from(commands, ([start, same]) => {
    const directories = same.map((help) => help.slice(start.length + 1));
    if (same.length === 1) return same[0]!;
    const above = parentOf(directories[0]!);
    const isWhole =
      paths !== undefined &&
      above !== "" &&
      directories.every((directory) => parentOf(directory) === above) &&
      paths.every((path) => !path.startsWith(`${above}/`) || directories.some((each) => isIn(path, each)));
    return `${start} ${isWhole ? above : directories.join(" ")}`;
  });
}

function isIn(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

function reasonOf({
  state,
  reason,
  said,
  others = [],
  effects = [],
  name,
  description,
  kept,
}: DoctorSkill): string {
  const named =
    others.length === 0 || state === "unspecified" ? "" : `: ${series(others.map(cleanPath), "or")}`;
  const parts = [
    ...(reason === undefined ? [] : [`${clean(reason)}${named}`]),
    ...(said === undefined ? [] : [`it prints: ${clean(said, 200)}`]),
    ...(state === "differs" || state === "cut"
      ? effects
          .flatMap((effect) =>
            describeEffect(effect, { name, description: description ?? null, effects, kept }),
          )
          .map((each) => clean(each))
      : []),
  ];
  return parts.join("; ");
}

function tint(state: DoctorState, text: string, { paint }: PageStyle): string {
  if (state === "not-loaded" || state === "broken" || state === "misplaced")
    return paint.severity.error(text);
  return state === "unknown" || state === "hidden" ? text : paint.severity.warning(text);
}
