import { selectSources, type Selected } from "../scope/changed-skills.ts";
import type { LintOptions } from "./lint-options.ts";

/** The skills that a run of `lint` looks at: where the baseline changed that is all of them. As `selectSources` otherwise. */
export function selectLinted(
  { baseline, governing = [], ...options }: Omit<LintOptions, "targets">,
  meanwhile?: () => Promise<unknown>,
): Promise<Selected> {
  return selectSources(
    { ...options, governing: baseline ? [...governing, baseline.path] : governing },
    meanwhile,
  );
}
