import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import type { OpenedSide } from "./diff-side.ts";

export interface PairedSides {
  readonly pairs: readonly (readonly [OpenedSide, OpenedSide])[];
  readonly added: readonly OpenedSide[];
  readonly removed: readonly OpenedSide[];
}

/** Which skill is to be held against which: one against one whatever they are called, of several those of one name, in the order of the new ones. Throws a SkillsError where two on one side share a name. */
export function pairSides(before: readonly OpenedSide[], after: readonly OpenedSide[]): PairedSides {
  const [old, current] = [before[0], after[0]];
  if (old && current && before.length === 1 && after.length === 1)
    return { pairs: [[old, current]], added: [], removed: [] };
  const [byOldName, byNewName] = [byName(before), byName(after)];
  return {
    pairs: Array.from(byNewName, ([name, side]) => [byOldName.get(name), side] as const).filter(
      (pair): pair is readonly [OpenedSide, OpenedSide] => pair[0] !== undefined,
    ),
    added: after.filter((side) => !byOldName.has(nameOf(side))),
    removed: before.filter((side) => !byNewName.has(nameOf(side))),
  };
}

function byName(sides: readonly OpenedSide[]): ReadonlyMap<string, OpenedSide> {
  const named = new Map<string, OpenedSide>();
  for (const side of sides) {
    const name = nameOf(side);
    const first = named.get(name);
    if (first)
      throw new SkillsError(
        "bad-usage",
        `${quote(first.side.path)} and ${quote(side.side.path)} are both named ${quote(name)}, expected skills that their names tell apart`,
        { hint: "compare them one by one" },
      );
    named.set(name, side);
  }
  return named;
}

/** What it calls itself, or else its directory. */
function nameOf({ side, examined }: OpenedSide): string {
  return side.name ?? examined.skill.name;
}
