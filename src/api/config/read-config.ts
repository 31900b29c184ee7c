import type { Config } from "../../model/config.ts";
import { SkillsError } from "../../core/errors.ts";
import { describeProblems } from "../../core/file-problem.ts";
import { directoryOf, type FilePlace } from "../../read/file-place.ts";
import { findConfig, type ConfigChoice } from "./find-config.ts";
import { loadLayers, type Loading } from "./load-layers.ts";
import { mergeLayers } from "./merge-layers.ts";

export type { ConfigChoice };

/**
 * The config that is named, or else the one that holds in the working directory; undefined where there is none.
 * Throws a SkillsError where it cannot be read, and one that tells all that is wrong with it and with what it extends.
 */
export function readConfig(choice: ConfigChoice): Config | undefined {
  const { place } = findConfig(choice);
  return place && readConfigFile(place, choice.cwd);
}

/** The config in a file. Throws as `readConfig` does. */
export function readConfigFile(place: FilePlace, cwd: string): Config {
  const loading: Loading = { cwd, problems: [], files: new Set(), readings: 0 };
  const layers = loadLayers(place, loading);
  const [first, ...others] = describeProblems(loading.problems);
  if (first !== undefined) throw new SkillsError("bad-usage", first, { others });
  return mergeLayers(layers, { directory: directoryOf(place), files: Array.from(loading.files), cwd });
}
