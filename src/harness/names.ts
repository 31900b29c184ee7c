import { didYouMean, nearest } from "../core/nearest.ts";
import { quote } from "../core/show.ts";
import type { JsonNode } from "../core/json.ts";
import { shownAt, type SkillRoot } from "../model/agent.ts";
import { resolveAbsolute } from "../core/paths.ts";
import type { NameKind, SettingName } from "../model/scenario.ts";
import { namesFile } from "./scenario/match-event.ts";
import { interpreterNames } from "./scripts/interpreter.ts";
import type { SettingTree, System } from "./system.ts";

/** The names of everything that there is. */
export interface KnownNames {
  /** Names of skills and of their directories. */
  readonly skills: ReadonlySet<string>;
  readonly files: readonly { readonly skill: string; readonly file: string }[];
  /** Paths of files outside the skills, and of those that the scenario writes. */
  readonly others: readonly string[];
  readonly tools: ReadonlySet<string>;
  readonly roots: readonly SkillRoot[];
  /** The directories of the project; absent if there is no project. */
  readonly directories?: readonly string[];
  readonly variables?: readonly string[];
}

/** Why a name means nothing, as the end of a sentence that begins with the name; undefined if it means something. */
export function objectToName(kind: NameKind, name: string, known: KnownNames): string | undefined {
  if (isKnown(kind, name, known)) return undefined;
  return `${objections[kind]}${didYouMean(nearest(name, candidates(kind, known)))}`;
}

const objections: Readonly<Record<NameKind, string>> = {
  skill: "which does not exist",
  file: "which is in no skill",
  tool: "which no agent has",
  command: "which runs no script",
  directory: "which does not exist",
  variable: "which the agent does not read",
};

function isKnown(kind: NameKind, name: string, known: KnownNames): boolean {
  switch (kind) {
    case "skill":
      return known.skills.has(name) || known.others.some((path) => path.split("/").includes(name));
    case "file":
      return (
        known.files.some((each) => namesFile(name, each)) ||
        known.others.some((path) => path === name || path.endsWith(`/${name}`))
      );
    case "directory":
      return isDirectory(name, known);
    default:
      return candidates(kind, known).includes(name);
  }
}

function candidates(kind: NameKind, known: KnownNames): readonly string[] {
  switch (kind) {
    case "skill":
      return Array.from(known.skills);
    case "file":
      return known.files.map(({ file }) => file);
    case "tool":
      return Array.from(known.tools);
    case "command":
      return interpreterNames;
    case "directory":
      return known.directories ?? [];
    case "variable":
      return known.variables ?? [];
  }
}

/** Directories that were not looked at, such as those of a home that there is not, are not objected to. */
function isDirectory(name: string, { roots, directories }: KnownNames): boolean {
  const shown = resolveAbsolute(shownAt.project, name.startsWith("~/") ? shownAt.home + name.slice(1) : name);
  const root = roots.find(({ path }) => path === shown);
  if (root) return root.missing !== true;
  if (!shown.startsWith(`${shownAt.project}/`) || !directories) return true;
  return directories.includes(shown.slice(shownAt.project.length + 1));
}

/** The names in the settings of a system. Those that are a default, or that the system knows besides, are left out. */
export function namesInSettings(
  node: JsonNode,
  { settings }: Pick<System, "settings">,
): readonly SettingName[] {
  return namesIn(node, settings, "");
}

function namesIn(node: JsonNode, tree: SettingTree, prefix: string): readonly SettingName[] {
  if (node.kind !== "object") return [];
  return node.members.flatMap(({ key, value }): readonly SettingName[] => {
    const setting = Object.hasOwn(tree, key) ? tree[key] : undefined;
    if (!setting) return [];
    if ("section" in setting) return namesIn(value, setting.section, `${prefix}${key}.`);
    const { names: kind, alsoKnown = [], default: usual } = setting;
    if (kind === undefined) return [];
    const fine = new Set<unknown>([...alsoKnown, ...(Array.isArray(usual) ? usual : [usual])]);
    return (value.kind === "array" ? value.items : [value]).flatMap((item) => {
      if (item.kind !== "string" || item.value === "" || fine.has(item.value)) return [];
      const { line, column } = item.range.start;
      return [{ kind, name: item.value, setting: prefix + key, at: { line, column } }];
    });
  });
}

/** One sentence for a name in a setting that means nothing; undefined if it means something. */
export function objectToSetting({ kind, name, setting }: SettingName, known: KnownNames): string | undefined {
  const objection = objectToName(kind, name, known);
  return objection && `the setting ${quote(setting)} names the ${kind} ${quote(name, 80)}, ${objection}`;
}
