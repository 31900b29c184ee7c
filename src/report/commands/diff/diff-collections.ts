import { grouped } from "../../../core/sentence.ts";
import type { DiffSide, SkillDiff } from "../../../model/reports/diff.ts";
import { atMost, shownName, type SurveyStyle } from "../survey-style.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import { cleanPath } from "../../drawing/width.ts";

/** A comparison of two collections of skills. */
export interface CollectionsDiff {
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
  style: SurveyStyle,
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
  style: SurveyStyle,
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
