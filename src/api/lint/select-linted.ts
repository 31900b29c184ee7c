import { type SelectedSources, selectSources } from "../scope/select-sources.ts";
import type { LintOptions } from "./lint-options.ts";

/**
 * The skills that `lint` checks: all of them if the baseline changed, otherwise those of `selectSources`. This module
 * loads no rules, so that git can start before they are loaded.
 */
export function selectLinted({
  baseline,
  settingsFiles = [],
  blob = false,
  ...options
}: Omit<LintOptions, "targets">): Promise<SelectedSources> {
  return selectSources({
    ...(blob && { shard: { index: 1, of: 1 } }),
    ...options,
    withPlugins: true,
    settingsFiles: Array.from(new Set([...settingsFiles, ...(baseline ? [baseline.path] : [])])),
  });
}
