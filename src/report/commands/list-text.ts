import type { ListRoot, ListEntry } from "../../model/reports/list.ts";
import { groupBy } from "../../core/group-by.ts";
import { count, grouped, series } from "../../core/sentence.ts";
import type { Report } from "../../model/report.ts";
import type { Paint } from "../../model/paint.ts";
import type { PageStyle } from "./page-style.ts";
import { drawUnread } from "../formats/text-subject.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { widthOf } from "../../core/text-width.ts";
import { clean, cleanPath, cutTo, padTo } from "../drawing/width.ts";

type Style = Pick<PageStyle, "command" | "paint" | "width">;

interface Listed {
  readonly report: Pick<Report, "unread">;
  readonly roots: readonly ListRoot[];
  readonly skills: readonly ListEntry[];
  readonly elsewhere: readonly string[];
}

/**
 * Text output: one line per skill by directory, problems after it, and the totals. `elsewhere` lists other
 * directories with skills.
 */
export function listText({ report: { unread }, roots, skills, elsewhere }: Listed, style: Style): string {
  const byRoot = groupBy(skills, ({ root }) => root);
  const blocks = roots
    .filter(({ present }) => present)
    .map((root) => drawRoot(root, byRoot.get(root.path) ?? [], style));
  return `${[...blocks, drawUnread(unread, "", style.paint), drawEnd(roots, skills, elsewhere, style)].flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

/** Maximum width of a name that descriptions are aligned with, and of any name. */
const nameWidth = { aligned: 28, most: 64 };

function drawRoot(
  { path, source, unfinished, problem }: ListRoot,
  skills: readonly ListEntry[],
  style: Style,
): readonly string[] {
  const { paint, width } = style;
  const named = skills.map((skill) => ({ skill, name: cutTo(clean(skill.directory, 100), nameWidth.most) }));
  const column = Math.max(
    0,
    ...named.map(({ name }) => widthOf(name)).filter((each) => each <= nameWidth.aligned),
  );
  const notes = [
    ...(unfinished
      ? ["an install is running here or was interrupted; the next install by the same user cleans up"]
      : []),
    ...(problem === undefined ? [] : [clean(problem)]),
  ];
  return [
    `${paint.bold(cleanPath(path))}${source === undefined ? "" : ` (${source})`}: ${skills.length === 0 ? "no skills" : count(skills.length, "skill")}`,
    ...notes.flatMap((note) => wrap(note, width - 2).map((line) => `  ${paint.severity.warning(line)}`)),
    ...named.flatMap(({ skill, name }) => drawSkill(skill, name, column, style)),
  ];
}

function drawSkill(
  skill: ListEntry,
  name: string,
  column: number,
  { paint, width }: Style,
): readonly string[] {
  const indent = column + 4;
  const notes = notesOn(skill, paint).flatMap(({ text, tint }) =>
    wrap(text, width - indent).map((line) => tint(line)),
  );
  const description =
    skill.description === undefined ? [] : [cutTo(clean(skill.description, 1024), width - indent)];
  const [first = "", ...rest] = [...(skill.state === "active" ? description : []), ...notes];
  const shown = skill.state === "active" ? paint.bold(padTo(name, column)) : padTo(name, column);
  const below = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => `${" ".repeat(indent)}${line}`);
  return widthOf(name) > column
    ? [
        `  ${skill.state === "active" ? paint.bold(name) : name}`,
        ...below(first === "" ? rest : [first, ...rest]),
      ]
    : [`  ${shown}  ${first}`.trimEnd(), ...below(rest)];
}

interface Note {
  readonly text: string;
  readonly tint: (text: string) => string;
}

/** Notes in addition to the description, most important first. */
function notesOn(
  { state, by, reason, ruleId, hidden, link, executables, lock }: ListEntry,
  { dim, severity }: Paint,
): readonly Note[] {
  const other = by === undefined ? "" : cleanPath(by);
  const why = `${clean(reason ?? "")}${ruleId === undefined ? "" : ` [${ruleId}]`}`;
  const ofState = {
    active: [],
    shadowed: [{ text: `shadowed by ${other}`, tint: dim }],
    duplicate: [
      { text: `duplicate of ${other}${reason === undefined ? "" : `: ${why}`}`, tint: severity.warning },
    ],
    broken: [
      {
        text: `broken: ${why}${by === undefined ? "" : `; ${other} has the same name`}`,
        tint: severity.error,
      },
    ],
    missing: [{ text: `missing: ${why}`, tint: severity.error }],
  } as const satisfies Record<ListEntry["state"], readonly Note[]>;
  return [
    ...ofState[state],
    ...(lock?.state === "changed"
      ? [{ text: `modified since it was installed: ${clean(lock.difference)}`, tint: severity.warning }]
      : []),
    ...facts(
      [
        ...(hidden ? ["hidden from the model"] : []),
        ...(executables > 0 ? [count(executables, "executable file")] : []),
        ...(lock?.state === "unlisted" ? ["not in the lock"] : []),
        ...(link === undefined || (state === "broken" && ruleId === undefined)
          ? []
          : [`symlink to ${clean(link, 200)}`]),
      ],
      dim,
    ),
  ];
}

function facts(words: readonly string[], tint: Note["tint"]): readonly Note[] {
  return words.length > 0 ? [{ text: words.join("; "), tint }] : [];
}

const states = [
  "active",
  "shadowed",
  "duplicate",
  "broken",
  "missing",
] as const satisfies readonly ListEntry["state"][];

function drawEnd(
  roots: readonly ListRoot[],
  skills: readonly ListEntry[],
  elsewhere: readonly string[],
  { paint, width, command }: Style,
): readonly string[] {
  const absent = roots
    .filter(({ present }) => !present)
    .map(({ path }) => `${cleanPath(path)} does not exist`);
  const others =
    elsewhere.length === 0
      ? []
      : [
          "",
          `There are skills in ${series(elsewhere.map(cleanPath))}: ${paint.bold(`${command} list ${elsewhere.map((place) => `--root ${place}`).join(" ")}`)}`,
        ];
  if (skills.length === 0)
    return [...wrap([paint.bold("no skills"), ...absent].join("; "), width), ...others];
  const counts = states.flatMap((state) => {
    const amount = skills.filter((skill) => skill.state === state).length;
    return amount > 0 ? [`${grouped(amount)} ${state}`] : [];
  });
  const hidden = skills.filter((skill) => skill.hidden).length;
  const unseen = hidden === 0 ? [] : [`${grouped(hidden)} hidden from the model (disable-model-invocation)`];
  return [
    ...wrap(
      [`${paint.bold(count(skills.length, "skill"))}: ${series(counts)}`, ...unseen, ...absent].join("; "),
      width,
    ),
    ...others,
  ];
}
