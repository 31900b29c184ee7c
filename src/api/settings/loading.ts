import type { FileProblem } from "../../core/file-problem.ts";
import type { Range } from "../../core/place.ts";
import type { SettingsFiles } from "./settings-files.ts";

export interface Loading {
  readonly cwd: string;
  readonly from: SettingsFiles;
  readonly problems: FileProblem[];
  /** The labels of all files and presets that were read, each once. */
  readonly files: Set<string>;
  /**
   * Number of files read so far. It is limited: if each base lists its own base twice, every level doubles the work.
   */
  readonly count: { readings: number };
}

/** The location of a problem, such as "skills.config.yaml:3:10". */
export function addressOf(label: string, range: Range): string {
  const { line, column } = placeOf(range);
  return `${label}:${line}:${column}`;
}

/** Where a problem begins. */
export function placeOf({ start: { line, column } }: Range): Pick<FileProblem, "line" | "column"> {
  return { line, column };
}
