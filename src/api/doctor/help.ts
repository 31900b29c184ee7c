import { joinLabel, parentOf } from "../../core/paths.ts";
import { toShellWord } from "../../core/shell-word.ts";
import type { Misplacement, RootRules } from "../../model/client-roots.ts";
import type { Placement } from "../../targets/client-roots.ts";

/** What is wrong with a skill, as far as the command that helps depends on it. */
export type Complaint = { readonly placement: Placement } & (
  | { readonly state: "not-loaded" | "differs" | "broken" }
  | { readonly state: "shadowed" | "unspecified"; readonly other: Placement }
  | {
      readonly state: "cut";
      readonly id: string;
      /** The skill, or all skills whose descriptions share the catalog. */
      readonly paths: readonly string[];
    }
  | {
      readonly state: "misplaced";
      readonly misplacement: Misplacement;
      /** The name in the frontmatter. */
      readonly name?: string | undefined;
    }
  | { readonly state: "elsewhere"; readonly rules: RootRules; readonly scope: "project" | "user" }
);

/** The path of a file as shown to the user. */
export function pathOf({ listing, document }: Placement): string {
  return joinLabel(listing.label, document.path);
}

/** The directory of a skill as shown to the user. */
export function directoryOf(placement: Placement): string {
  return parentOf(pathOf(placement));
}

/** The command that helps, if there is one. */
export function helpFor(complaint: Complaint): { readonly help?: string } {
  const help = command(complaint);
  return help === undefined ? {} : { help };
}

function command(complaint: Complaint): string | undefined {
  const { placement } = complaint;
  const directory = word(directoryOf(placement));
  switch (complaint.state) {
    case "not-loaded":
    case "differs":
      return `skills lint ${directory}`;
    case "broken":
      return undefined;
    case "shadowed":
    case "unspecified":
      return `skills diff ${word(directoryOf(complaint.other))} ${directory}`;
    case "cut":
      return `skills preview --client ${complaint.id} ${complaint.paths.map(word).join(" ")}`;
    case "misplaced":
      return moveTo(complaint);
    case "elsewhere":
      return install(complaint);
  }
}

/** The root of the same owner that most clients share, or else the client's first. */
function install({
  placement,
  rules: { project, user },
  scope,
}: Extract<Complaint, { state: "elsewhere" }>): string | undefined {
  const [own, other] = scope === "project" ? [project, user] : [user, project];
  const roots = own.length > 0 ? own : other;
  const root = roots.find((each) => each.endsWith(".agents/skills")) ?? roots[0];
  return root === undefined
    ? undefined
    : `skills install --root ${word(root)} ${word(directoryOf(placement))}`;
}

function moveTo({
  misplacement,
  placement,
  name = "",
}: Extract<Complaint, { state: "misplaced" }>): string | undefined {
  const { listing, document } = placement;
  const at = (inner: string): string => word(joinLabel(listing.label, inner));
  const inner = parentOf(document.path);
  const last = inner.slice(inner.lastIndexOf("/") + 1);
  switch (misplacement) {
    case "file-name":
      return `mv ${at(document.path)} ${at(inner === "" ? "SKILL.md" : `${inner}/SKILL.md`)}`;
    case "loose-file": {
      const name = document.path.replace(/\.md$/i, "");
      return `mkdir ${at(name)} && mv ${at(document.path)} ${at(`${name}/SKILL.md`)}`;
    }
    case "root-itself":
    case "below-root-itself": {
      const directory = /^[\w-]+$/.test(name) ? name : "NAME";
      return `mkdir ${at(directory)} && mv ${at("SKILL.md")} ${at(`${directory}/SKILL.md`)}`;
    }
    case "too-deep":
      return `mv ${at(inner)} ${at(last)}`;
    case "hidden-directory": {
      const segments = inner.split("/");
      const hidden = segments.findIndex((segment) => segment.startsWith("."));
      const from = segments.slice(0, hidden + 1).join("/");
      const to = [...segments.slice(0, hidden), segments[hidden]!.replace(/^\.+/, "")].join("/");
      return `mv ${at(from)} ${at(to)}`;
    }
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

/** A path for a POSIX shell, which expands "~" only outside quotes. */
function word(path: string): string {
  if (path.startsWith("~/")) return `~/${toShellWord(path.slice(2))}`;
  return toShellWord(path.startsWith("-") ? `./${path}` : path);
}
