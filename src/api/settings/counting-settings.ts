import type { PathPatterns } from "../../find/passed-over.ts";
import type { BaselineOption } from "../../lint/baseline.ts";
import type { PathOverrides, RuleSettings } from "../../lint/rule-settings.ts";
import type { Baseline } from "../../model/baseline.ts";
import type { OwnRule } from "../../model/own-rule.ts";
import type { Report, SettingsFile } from "../../model/report.ts";
import type { SuppressionList } from "../../model/suppression.ts";

/** The settings that decide whether a finding counts, and the files that they come from; see `LintOptions`. */
export interface CountingSettings {
  readonly ignore?: PathPatterns;
  readonly rules?: RuleSettings;
  readonly ownRules?: readonly OwnRule[];
  readonly overrides?: PathOverrides;
  readonly suppressions?: readonly SuppressionList[];
  readonly security?: boolean;
  /** `listed` is the content of the baseline, if it is not that of the file; "new" if there is none yet. */
  readonly baseline?: BaselineOption & { readonly listed?: Baseline | "new" };
  readonly settingsFiles?: readonly string[];
}

/** The settings before a change, under which dangers are judged: those of the change could hide what it adds. */
export interface EarlierSettings {
  readonly settings: CountingSettings;
  /** The files that take effect, and those that did before the change. */
  readonly files: readonly SettingsFile[];
  /** Why the commit before the change is unknown; then no settings in the repository hide a danger. */
  readonly unknown?: string;
  /** The files before the change, by absolute path; those that did not exist are left out. */
  read(absolutes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** The report of a run with the files that its settings come from. */
export function withSettingsFiles<Found extends Report>(report: Found, options: CountingSettings): Found {
  const files = settingsFilesOf(options);
  return files.size === 0 ? report : { ...report, settings: Array.from(files, (path) => ({ path })) };
}

/** The files with settings that take effect in a run, as in the report. */
export function settingsFilesOf({ settingsFiles = [], baseline }: CountingSettings): ReadonlySet<string> {
  return new Set([...settingsFiles, ...(baseline && !baseline.write ? [baseline.path] : [])]);
}
