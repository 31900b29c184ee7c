import { joinLabel, parentOf } from "../core/paths.ts";
import { count } from "../core/sentence.ts";
import { toShellWord } from "../core/shell-word.ts";
import { quote } from "../core/show.ts";
import type { Misplacement, RootListing, RootRules } from "../model/client-roots.ts";
import { documentName, isDocumentNameInAnyCase } from "../model/document-name.ts";
import type { Placement } from "./client-roots.ts";

/** Why a client reads no SKILL.md that is a part of another skill. */
export const insideReason = "it is inside another skill";

/** Why a client does not read a file in one of its roots. */
export function whyUnread(
  misplacement: Misplacement,
  { document, listing }: Pick<Placement, "document" | "listing">,
  { title, rules }: { readonly title: string; readonly rules: RootRules },
): string {
  const name = lastOf(document.path);
  const reasons: Readonly<Record<Misplacement, () => string>> = {
    "file-name": () => `the file is named ${quote(name)}, not "SKILL.md"`,
    "loose-file": () => "a skill is a directory with a SKILL.md, not a single file",
    "root-itself": () => `${title} does not read a SKILL.md directly in ${quote(listing.label)}`,
    "below-root-itself": () => `${quote(joinLabel(listing.label, "SKILL.md"))} hides all skills below it`,
    "too-deep": () =>
      `it is ${count(parentOf(document.path).split("/").length, "directory")} deep; ${title} reads ${rules.depth}`,
    "inside-a-skill": () => insideReason,
    "hidden-directory": () => `${title} does not read directories whose name starts with "."`,
    "installed-packages": () => `${title} does not read directories called "node_modules"`,
    "linked-directory": () =>
      `${title} does not follow symlinks to directories${typeof rules.linkedDirectories === "object" ? " here" : ""}`,
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
    "installed-packages": "directories called node_modules",
    "linked-directory": "symlinked directories",
    "linked-file": "a symlinked SKILL.md",
  };
  return names[misplacement];
}

/** The command that helps, if there is one. `name`: the one in the frontmatter. */
export function moveSkill(
  { listing, document }: Placement,
  misplacement: Misplacement,
  name = "",
): string | undefined {
  const at = (inner: string): string => pathWord(joinLabel(listing.label, inner));
  const inner = parentOf(document.path);
  const last = lastOf(inner);
  const moveInto = (directory: string): string =>
    `mkdir ${at(directory)} && mv ${at(documentName)} ${at(`${directory}/${documentName}`)}`;
  switch (misplacement) {
    case "file-name":
      return `mv ${at(document.path)} ${at(inner === "" ? "SKILL.md" : `${inner}/SKILL.md`)}`;
    case "loose-file": {
      const name = document.path.replace(/\.md$/i, "");
      return `mkdir ${at(name)} && mv ${at(document.path)} ${at(`${name}/SKILL.md`)}`;
    }
    case "root-itself": {
      // Beside a skill of its name, the file is an index of the skills.
      if (hasSkill(listing, name)) return `mv -i ${at(documentName)} ${at("INDEX.md")}`;
      return moveInto(/^[\w-]+$/.test(name) ? name : placeholder);
    }
    case "below-root-itself":
      return moveInto(placeholder);
    case "too-deep":
      return `mv ${at(inner)} ${at(last)}`;
    case "hidden-directory": {
      const segments = inner.split("/");
      const hidden = segments.findIndex((segment) => segment.startsWith("."));
      const from = segments.slice(0, hidden + 1).join("/");
      const to = [...segments.slice(0, hidden), segments[hidden]!.replace(/^\.+/, "")].join("/");
      return `mv ${at(from)} ${at(to)}`;
    }
    case "installed-packages":
      return undefined;
    case "linked-directory": {
      const link = document.links.find((each) => each !== document.path)!;
      const copy = at(`${link}.copy`);
      return `cp -RL ${at(link)} ${copy} && rm ${at(link)} && mv ${copy} ${at(link)}`;
    }
    case "linked-file": {
      const copy = at(`${document.path}.copy`);
      return `cp -L ${at(document.path)} ${copy} && mv ${copy} ${at(document.path)}`;
    }
    case "inside-a-skill":
      return undefined;
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** For the name of a skill, which the user chooses. */
const placeholder = "NAME";

/** Whether a directory of this name in a root has a SKILL.md; in any case, as some file systems ignore it. */
function hasSkill({ documents }: RootListing, name: string): boolean {
  const own = name.toLowerCase();
  return documents.some(
    ({ path }) => parentOf(path).toLowerCase() === own && own !== "" && isDocumentNameInAnyCase(lastOf(path)),
  );
}

/** A path for a POSIX shell, which expands "~" only outside quotes. */
export function pathWord(path: string): string {
  if (path.startsWith("~/")) return `~/${toShellWord(path.slice(2))}`;
  return toShellWord(path.startsWith("-") ? `./${path}` : path);
}
