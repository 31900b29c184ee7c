import type { CatalogFormat, CatalogSkill, EvenBudget, OwnSkill } from "../../model/client-catalog.ts";
import { utf8Length } from "../../core/utf8.ts";
import type { Budgeted } from "./catalog-fill.ts";

/** A skill's line as the budget counts it. */
interface Line {
  /** Bytes of the line without a description. */
  readonly bare: number;
  readonly points: readonly string[];
}

/**
 * Shares a budget of tokens among all descriptions, the client's own included: in turn each gets one more character
 * while it fits. Only if not even the names fit, skills are left out.
 */
export function shareEvenly(
  skills: readonly CatalogSkill[],
  { entry, separator }: CatalogFormat,
  { own, limit }: EvenBudget,
): Budgeted {
  const lineOf = (skill: CatalogSkill): Line => ({
    bare: utf8Length(entry(skill, undefined) + separator),
    points: Array.from(skill.listed),
  });
  const lines = [...own.map((skill) => lineOf(ownSkill(skill))), ...skills.map(lineOf)];
  const needed = lines.reduce((sum, line) => sum + tokensOf(line, utf8Length(line.points.join(""))), 0);
  if (needed <= limit) return { shown: skills.map(({ listed }) => listed), needed };
  const room = limit - lines.reduce((sum, line) => sum + tokensOf(line, 0), 0);
  if (room < 0)
    return {
      shown: skills.map(() => undefined),
      omitted: omitNames(lines, limit).slice(own.length),
      needed,
    };
  const kept = share(lines, room);
  return {
    shown: skills.map((_, at) => {
      const count = kept[own.length + at]!;
      return count === 0 ? undefined : lines[own.length + at]!.points.slice(0, count).join("");
    }),
    needed,
  };
}

function ownSkill({ name, characters }: OwnSkill): CatalogSkill {
  const text = "x".repeat(characters);
  return { name, directory: name, path: name, description: text, listed: text };
}

/** Which skills are left out; after one that does not fit, a shorter one still may. */
function omitNames(lines: readonly Line[], limit: number): readonly boolean[] {
  let left = limit;
  return lines.map((line) => {
    const cost = tokensOf(line, 0);
    if (cost > left) return true;
    left -= cost;
    return false;
  });
}

/** How many characters of each description are shown. */
function share(lines: readonly Line[], room: number): readonly number[] {
  const kept = lines.map(() => 0);
  const bytes = lines.map(() => 0);
  let left = room;
  let open = lines.map((_, at) => at);
  while (open.length > 0) {
    open = open.filter((at) => {
      const line = lines[at]!;
      const next = line.points[kept[at]!];
      if (next === undefined) return false;
      const taken = bytes[at]! + utf8Length(next);
      const cost = tokensOf(line, taken) - tokensOf(line, bytes[at]!);
      if (cost > left) return false;
      left -= cost;
      kept[at]! += 1;
      bytes[at] = taken;
      return true;
    });
  }
  return kept;
}

/** Tokens of a line with this many bytes of its description, and the space before it. */
function tokensOf({ bare }: Line, bytes: number): number {
  return Math.ceil((bytes === 0 ? bare : bare + 1 + bytes) / 4);
}
