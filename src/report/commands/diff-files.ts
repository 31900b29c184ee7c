import { grouped } from "../../core/sentence.ts";
import type { FileChangeFact, SkillDiff, TokenStage } from "../../results/diff.ts";
import { estimateError } from "../../model/token-counter.ts";
import { atMost, type SurveyStyle } from "./survey-style.ts";
import { clean, cleanPath } from "../drawing/width.ts";

const shown = 40;

const words = {
  added: "added",
  removed: "removed",
  changed: "changed",
  "line-endings": "line ends",
  mode: "mode",
  renamed: "renamed",
} as const satisfies Record<FileChangeFact["kind"], string>;

/** Each file that is not as it was: what became of it, its sizes, and whether it may be run now. */
export function drawFileChanges(
  { files, new: { files: all } }: SkillDiff,
  style: SurveyStyle,
): readonly string[] {
  if (files.length === 0) return [];
  const sizes = files.map(sizesOf);
  const column = Math.max(...sizes.map((text) => text.length));
  const lines = files.map((file, at) => drawFile(file, sizes[at]!.padStart(column), style));
  return [
    style.paint.bold(`Files (${grouped(files.length)} changed, ${grouped(all)} in all)`),
    ...atMost(lines, shown, "  ", style),
  ];
}

function drawFile(file: FileChangeFact, sizes: string, { paint, width }: SurveyStyle): string {
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
  ["files", "all other texts: if each is read"],
];

/** What it costs by the stages in which a client loads it; not rounded, as it is the difference that counts. */
export function drawTokenChanges({ tokens }: SkillDiff, { paint }: SurveyStyle): readonly string[] {
  const { counter } = tokens;
  const rows = stages.filter(([stage]) => tokens[stage].old !== tokens[stage].new);
  const heading = paint.bold(
    `Tokens ${counter === "estimate" ? `(estimated, ${estimateError})` : `(${clean(counter)})`}`,
  );
  if (rows.length === 0) return [];
  return [
    heading,
    paint.dim(`${"old".padStart(9)}  ${"new".padStart(9)}  ${"more".padStart(8)}`),
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
