import { joinLabel, parentOf } from "../../core/paths.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Misplacement, RootRules } from "../../model/client-roots.ts";
import type { Placement } from "../../targets/client-roots.ts";

/** Why a client does not read a file in one of its roots. */
export function whyUnread(
  misplacement: Misplacement,
  { document, listing }: Placement,
  { title, rules }: { readonly title: string; readonly rules: RootRules },
): string {
  const name = document.path.slice(document.path.lastIndexOf("/") + 1);
  const reasons: Readonly<Record<Misplacement, () => string>> = {
    "file-name": () => `the file is named ${quote(name)}, not "SKILL.md"`,
    "loose-file": () => "a skill is a directory with a SKILL.md, not a single file",
    "root-itself": () => `${title} does not read a SKILL.md directly in ${quote(listing.label)}`,
    "below-root-itself": () => `${quote(joinLabel(listing.label, "SKILL.md"))} hides all skills below it`,
    "too-deep": () =>
      `it is ${count(parentOf(document.path).split("/").length, "directory")} deep; ${title} reads ${rules.depth}`,
    "inside-a-skill": () => "it is inside another skill",
    "hidden-directory": () => `${title} does not read directories whose name starts with "."`,
    "linked-directory": () => `${title} does not follow symlinks to directories`,
    "linked-file": () => `${title} does not follow symlinks to files`,
  };
  return reasons[misplacement]();
}

/** What it is not recorded that a client reads. */
export function whatIs(misplacement: Misplacement): string {
  const names: Readonly<Record<Misplacement, string>> = {
    "file-name": "files of this name",
    "loose-file": "single files",
    "root-itself": "a SKILL.md directly in a root",
    "below-root-itself": "skills below a skill",
    "too-deep": "skills as deep as this",
    "inside-a-skill": "skills inside a skill",
    "hidden-directory": "hidden directories",
    "linked-directory": "symlinked directories",
    "linked-file": "a symlinked SKILL.md",
  };
  return names[misplacement];
}
