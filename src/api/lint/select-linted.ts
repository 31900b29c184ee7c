import { type Selected, selectSources } from "../scope/changed-skills.ts";
import type { LintOptions } from "./lint-options.ts";

/** The skills that a run of `lint` looks at: all of them if the baseline changed, otherwise as `selectSources`. A file without rules, so that git can be asked before they are loaded. */
export function selectLinted(
  { baseline, governing = [], ...options }: Omit<LintOptions, "targets">,
  meanwhile?: () => Promise<unknown>,
): Promise<Selected> {
  return selectSources(
    { ...options, governing: baseline ? [...governing, baseline.path] : governing },
    meanwhile,
  );
}
