import { type SelectedSources, selectSources } from "../scope/select-sources.ts";
import type { LintOptions } from "./lint-options.ts";

/** The skills that a run of `lint` looks at: all of them if the baseline changed, otherwise as `selectSources`. A file without rules, so that git can be asked before they are loaded. */
export function selectLinted(
  { baseline, settingsFiles = [], ...options }: Omit<LintOptions, "targets">,
  meanwhile?: () => Promise<unknown>,
): Promise<SelectedSources> {
  return selectSources(
    { ...options, settingsFiles: baseline ? [...settingsFiles, baseline.path] : settingsFiles },
    meanwhile,
  );
}
