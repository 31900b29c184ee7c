import { compareText } from "../../../core/order.ts";
import { quote, show } from "../../../core/show.ts";
import type { PyValue } from "../../../dialects/python/value.ts";
import { loadPyYaml } from "../../../dialects/pyyaml/pyyaml.ts";
import {
  type AgentWorld,
  type CatalogEntry,
  type RootedSkill,
  type Scope,
  shownAt,
  type SkillProblem,
  type SkillRoot,
} from "../../../model/agent.ts";
import type { Tracer } from "../../../model/trace.ts";
import { readHead } from "../../read-head.ts";
import type { PlacedSkill } from "../../tools/resolve-path.ts";

export type SpringSkill = PlacedSkill & CatalogEntry & { readonly allowedTools: readonly string[] };

/** AbstractSkillRegistry.java. What is disabled is in none of its answers but `all`, and stays so when it loads anew. */
export interface SpringRegistry {
  /** Sorted by name. */
  list(): readonly SpringSkill[];
  all(): readonly SpringSkill[];
  problems(): readonly SkillProblem[];
  get(name: string): SpringSkill | undefined;
  /** A path that is not absolute is seen from the project. */
  getByPath(path: string): SpringSkill | undefined;
  /** All of them for a blank query. */
  search(query: string): readonly SpringSkill[];
  disable(skill: SpringSkill): void;
  isDisabled(name: string): boolean;
  reload(roots: readonly SkillRoot[]): void;
}

export function openRegistry({ roots, tracer }: Pick<AgentWorld, "roots" | "tracer">): SpringRegistry {
  let loaded = loadSkills(roots, tracer);
  const disabled = new Set<string>();
  const list = (): readonly SpringSkill[] => loaded.skills.filter(({ name }) => !disabled.has(name));
  return {
    list,
    all: () => loaded.skills,
    problems: () => loaded.problems,
    get: (name) => list().find((skill) => skill.name === name),
    getByPath: (path) => list().find((skill) => skill.path === normalize(path)),
    search: (query) => search(list(), query.trim().toLowerCase()),
    disable: ({ name }) => void disabled.add(name),
    isDisabled: (name) => disabled.has(name),
    reload: (anew) => {
      loaded = loadSkills(anew, tracer);
    },
  };
}

interface Loaded {
  readonly skills: readonly SpringSkill[];
  readonly problems: readonly SkillProblem[];
}

/** The user's first and the project's on top of them, each time the weakest root first; of equal names in one directory the last stays, as in Java's map. */
function loadSkills(roots: readonly SkillRoot[], tracer: Tracer): Loaded {
  const skills = new Map<string, SpringSkill>();
  const problems: SkillProblem[] = [];
  const order = roots
    .toReversed()
    .toSorted((a, b) => Number(a.scope === "project") - Number(b.scope === "project"));
  for (const root of order) {
    for (const { path, reason } of root.unread) problems.push({ path, kind: "skipped", message: reason });
    for (const path of root.without)
      problems.push({ path, kind: "skipped", message: "the directory has no SKILL.md" });
    for (const found of root.skills) {
      const { skill, said } = loadSkill(found, root.scope, tracer);
      problems.push(...said);
      const before = skill && skills.get(skill.name);
      if (before)
        problems.push({
          path: before.path,
          kind: "shadowed",
          message: `the skill ${quote(before.name)} in ${quote(found.path)} replaces it`,
        });
      if (skill) skills.set(skill.name, skill);
    }
  }
  return { skills: Array.from(skills.values()).sort((a, b) => compareText(a.name, b.name)), problems };
}

function loadSkill(
  { path, source }: RootedSkill,
  scope: Scope,
  tracer: Tracer,
): { readonly skill?: SpringSkill; readonly said: readonly SkillProblem[] } {
  const skip = (message: string): { readonly said: readonly SkillProblem[] } => ({
    said: [{ path, kind: "skipped", message }],
  });
  const head = readHead(tracer, source, "SKILL.md", holdsFrontmatter);
  if (head.outcome === "unreadable") return skip(`cannot read SKILL.md: ${head.reason}`);
  const frontmatter = cutFrontmatter(head.text);
  if (frontmatter === undefined) return skip('SKILL.md does not begin with "---" or has no second "---"');
  const metadata = readMetadata(frontmatter, source.name);
  if ("problem" in metadata) return skip(metadata.problem);
  const { warnings, ...told } = metadata;
  return {
    skill: { ...told, scope, path, source, hidden: false },
    said: warnings.map((message) => ({ path, kind: "warned", message })),
  };
}

/** In the order in which AbstractSkillRegistry.java ranks them: the very name, its beginning, what is in it, what is in the description or the path. */
function search(skills: readonly SpringSkill[], query: string): readonly SpringSkill[] {
  const ranked = skills
    .map((skill) => ({ skill, rank: rank(skill, query) }))
    .filter(({ rank }) => rank !== Infinity);
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ skill }) => skill);
}

function rank(skill: SpringSkill, query: string): number {
  const [name = "", description = "", path = ""] = [skill.name, skill.description, skill.path].map((text) =>
    text.toLowerCase(),
  );
  if (query === "" || name === query) return 0;
  if (name.startsWith(query)) return 1;
  if (name.includes(query)) return 2;
  return description.includes(query) || path.includes(query) ? 3 : Infinity;
}

/** Java's Path.of(path).toAbsolutePath().normalize(). */
function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${shownAt.project}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

interface SpringMetadata {
  readonly name: string;
  readonly description: string;
  readonly allowedTools: readonly string[];
  /** Sentences about what is odd and loaded all the same. */
  readonly warnings: readonly string[];
}

type Entries = ReadonlyMap<string, PyValue>;

const fence = "---";

const longestName = 64;

const longestDescription = 1024;

const nameRule = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a file's beginning holds all of its frontmatter, or shows that it has none. */
function holdsFrontmatter(text: string): boolean {
  return !text.startsWith(fence) || text.includes(fence, fence.length);
}

/** SkillScanner.java parseFrontmatter: the next three hyphens end it, wherever they stand, be it within a value. */
export function cutFrontmatter(text: string): string | undefined {
  const end = closing(text);
  return end === -1 ? undefined : trimJava(text.slice(fence.length, end));
}

/** SkillMetadata.java removeFrontmatter; a text without frontmatter stays as it is. */
export function bodyOf(text: string): string {
  const end = closing(text);
  return end === -1 ? text : trimJava(text.slice(end + fence.length));
}

/** SkillScanner.java loadSkill. What SnakeYAML makes no String of is not cast to one, and the skill is lost. */
export function readMetadata(
  frontmatter: string,
  directory: string,
): SpringMetadata | { readonly problem: string } {
  const result = loadPyYaml(frontmatter);
  if (result.outcome !== "value")
    return {
      problem: `frontmatter is not valid YAML: ${show(result.outcome === "error" ? result.problem : result.message)}`,
    };
  if (result.value.type !== "dict" || result.value.entries.length === 0)
    return { problem: "frontmatter is empty or not a map" };
  const entries = new Map(
    result.value.entries.flatMap(([key, value]) => (key.type === "str" ? [[key.value, value]] : [])),
  );
  const name = stringAt(entries, "name");
  const description = stringAt(entries, "description");
  if (typeof name !== "string") return name;
  if (typeof description !== "string") return description;
  return {
    name,
    description: description.slice(0, longestDescription),
    allowedTools: allowedTools(entries),
    warnings: [...oddName(name, directory), ...longText(description)],
  };
}

function closing(text: string): number {
  return text.startsWith(fence) ? text.indexOf(fence, fence.length) : -1;
}

function stringAt(entries: Entries, key: string): string | { readonly problem: string } {
  const value = entries.get(key);
  if (value === undefined || value.type === "NoneType")
    return { problem: `the field ${quote(key)} is missing` };
  if (value.type !== "str") return { problem: `${key} must be a string, not ${value.type}` };
  return value.value === "" ? { problem: `${key} is empty` } : value.value;
}

/** A text is one name, whatever stands in it. The specification's own "allowed-tools" is not read. */
function allowedTools(entries: Entries): readonly string[] {
  const value = entries.get(entries.has("allowed_tools") ? "allowed_tools" : "allowedTools");
  const items = value?.type === "list" || value?.type === "set" ? value.items : value ? [value] : [];
  return items
    .flatMap((item) => (item.type === "str" ? [trimJava(item.value)] : []))
    .filter((name) => name !== "");
}

/** SkillScanner.java validateSkillName: the first of three. */
function oddName(name: string, directory: string): readonly string[] {
  if (name.length > longestName) return [`name has ${name.length} characters (maximum ${longestName})`];
  if (!nameRule.test(name))
    return [`name ${quote(name)} must be lower-case letters and digits joined by single hyphens`];
  return name === directory ? [] : [`name ${quote(name)} does not match its directory ${quote(directory)}`];
}

/** Java counts, and cuts, UTF-16 units: half of a character may be left. */
function longText(description: string): readonly string[] {
  return description.length > longestDescription
    ? [`description has ${description.length} characters and is truncated at ${longestDescription}`]
    : [];
}

/** Java's String.trim: what stands at or below U+0020 goes, and no other space. */
function trimJava(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}
