import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { positionOf } from "../../find/root-position.ts";
import { realDirectory } from "../../read/there.ts";
import { emptyMemory } from "../../run/memory.ts";
import type { LintMemory, LintRequest } from "../lint/lint.ts";
import { selectSources } from "./select-sources.ts";

/** What is known of the skills in scope between runs. */
export interface Surveyed extends LintMemory {
  /** The real directory of each skill, without symlinks, by the report's path. */
  places: ReadonlyMap<string, string>;
  /** Where each skill is in a root of clients, which decides whether they read it, by the report's path. */
  positions: ReadonlyMap<string, string>;
}

export function surveyedNothing(): Surveyed {
  return { ...emptyMemory(), places: new Map(), positions: new Map() };
}

/** Forgets skills that were removed or moved, and those that other clients read now because of what is around them. */
export async function lookAgain(options: LintRequest, state: Surveyed): Promise<void> {
  const selected = await selectSources({ ...options, withPlugins: true });
  const archived = selected.sources.find(({ upload }) => upload);
  if (archived)
    throw new SkillsError("bad-usage", `${quote(archived.label)} is in an archive and cannot be watched`);
  const places = new Map(
    selected.sources.flatMap(({ label, directory }) =>
      directory === undefined ? [] : [[label, realDirectory(directory)] as const],
    ),
  );
  const positions = new Map(
    selected.sources.map(({ label, directory }) => [label, JSON.stringify(positionOf(directory))] as const),
  );
  for (const label of state.answers.keys()) {
    const isSame =
      places.has(label) &&
      places.get(label) === state.places.get(label) &&
      positions.get(label) === state.positions.get(label);
    if (!isSame) state.answers.delete(label);
  }
  state.places = places;
  state.positions = positions;
  state.selected = selected;
}
