import { SkillsError } from "../../core/errors.ts";

export const webNote = "serve the page of --format html on loopback, new on each change, until interrupted";
export const openNote = "with --web: open the page in the browser";

/** Throws a SkillsError for `--open` alone. */
export function requireWeb({ web, open }: { readonly web?: boolean; readonly open?: boolean }): void {
  if (open && !web)
    throw new SkillsError("bad-usage", "--open without --web has nothing to open; add `--web`");
}
