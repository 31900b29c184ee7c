import { resolveAbsolute } from "../../../core/paths.ts";
import { trimJava } from "../../../dialects/java.ts";
import { compareText } from "../../../core/order.ts";
import { quote, show } from "../../../core/show.ts";
import type { PyValue } from "../../../dialects/python/value.ts";
import {
  type AgentWorld,
  type RootedSkill,
  type Scope,
  shownAt,
  type SkillProblem,
  type SkillRoot,
} from "../../../model/agent.ts";
import type { Tracer } from "../../../model/trace.ts";
import type { AnnouncedSkill } from "../../announced-skill.ts";
import {
  type FrontmatterRules,
  holdsFrontmatter,
  readFrontmatter,
  splitDocument,
  type YamlValues,
  yamlValues,
} from "../../skill-document.ts";
import { readHeadOfUtf8File } from "../../read-head.ts";

export type SpringSkill = AnnouncedSkill & { readonly allowedTools: readonly string[] };

/** AbstractSkillRegistry.java. Only `all` returns disabled skills, and they stay disabled after a reload. */
export interface SpringRegistry {
  /** Sorted by name. */
  list(): readonly SpringSkill[];
  all(): readonly SpringSkill[];
  problems(): readonly SkillProblem[];
  get(name: string): SpringSkill | undefined;
  /** A relative path is resolved against the project. */
  getByPath(path: string): SpringSkill | undefined;
  /** Returns all skills if the query is blank. */
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

/**
 * Loads the user's skills, then the project's, which replace them, in each case starting with the root of the lowest
 * precedence. If names in one directory are equal, the last skill is used, as in Java's map.
 */
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
  const head = readHeadOfUtf8File(tracer, source, "SKILL.md", holdsFrontmatter(frontmatterRules));
  if (head.outcome === "unreadable") return skip(`cannot read SKILL.md: ${head.reason}`);
  const read = readFrontmatter(head.text, frontmatterRules);
  if (!read) return skip('SKILL.md does not begin with "---" or has no second "---"');
  const metadata = readMetadata(read.values, source.name);
  if ("problem" in metadata) return skip(metadata.problem);
  const { name, description, allowedTools, warnings } = metadata;
  return {
    skill: { name, description, allowedTools, scope, path, source, hidden: false },
    said: warnings.map((message) => ({ path, kind: "warned", message })),
  };
}

/**
 * Ranked as in AbstractSkillRegistry.java: equal name, start of the name, part of the name, part of the description
 * or path.
 */
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
  return resolveAbsolute(shownAt.project, path);
}

interface SpringMetadata {
  readonly name: string;
  readonly description: string;
  readonly allowedTools: readonly string[];
  /** Problems of a skill that is still loaded. */
  readonly warnings: readonly string[];
}

type Entries = ReadonlyMap<string, PyValue>;

const longestName = 64;

const longestDescription = 1024;

const nameRule = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** SkillScanner.java parseFrontmatter: the next three hyphens end the frontmatter anywhere, even within a value. */
export const frontmatterRules: FrontmatterRules<YamlValues> = {
  opening: /^---/,
  closing: /---/g,
  closesAnywhere: true,
  trim: trimJava,
  trimBody: trimJava,
  values: yamlValues,
};

/** SkillMetadata.java removeFrontmatter; a text without frontmatter is not changed. */
export function bodyOf(text: string): string {
  return splitDocument(text, frontmatterRules)?.body ?? text;
}

/**
 * SkillScanner.java loadSkill. A value that SnakeYAML does not read as a String fails the cast, and the skill
 * does not load.
 */
function readMetadata(read: YamlValues, directory: string): SpringMetadata | { readonly problem: string } {
  if (read.outcome === "invalid") return { problem: `frontmatter is not valid YAML: ${show(read.problem)}` };
  if (read.outcome === "other" || read.isEmpty) return { problem: "frontmatter is empty or not a map" };
  const entries = read.fields;
  const name = stringAt(entries, "name");
  const description = stringAt(entries, "description");
  if (typeof name !== "string") return name;
  if (typeof description !== "string") return description;
  return {
    name,
    description: description.slice(0, longestDescription),
    allowedTools: allowedTools(entries),
    warnings: [
      ...oddName(name, directory),
      ...longText(description),
      ...allowedTools(entries).filter(isSeveral).map(describeSeveral),
    ],
  };
}

function stringAt(entries: Entries, key: string): string | { readonly problem: string } {
  const value = entries.get(key);
  if (value === undefined || value.type === "NoneType")
    return { problem: `the field ${quote(key)} is missing` };
  if (value.type !== "str") return { problem: `${key} must be a string, not ${value.type}` };
  return value.value === "" ? { problem: `${key} is empty` } : value.value;
}

/**
 * The tools in a list; a string is one name, whatever it contains. The specification's "allowed-tools" is not read.
 */
function allowedTools(entries: Entries): readonly string[] {
  const value = entries.get(entries.has("allowed_tools") ? "allowed_tools" : "allowedTools");
  const items = value?.type === "list" || value?.type === "set" ? value.items : value ? [value] : [];
  return items
    .flatMap((item) => (item.type === "str" ? [trimJava(item.value)] : []))
    .filter((name) => name !== "");
}

/** A list of tools written as one string is one name, which no tool has. */
function isSeveral(name: string): boolean {
  return /[\s,]/.test(name);
}

function describeSeveral(name: string): string {
  return `allowed_tools has the one name ${quote(name, 60)}; write a list`;
}

/** SkillScanner.java validateSkillName: only the first of three problems is reported. */
function oddName(name: string, directory: string): readonly string[] {
  if (name.length > longestName) return [`name has ${name.length} characters (maximum ${longestName})`];
  if (!nameRule.test(name))
    return [`name ${quote(name)} must be lower-case letters and digits joined by single hyphens`];
  return name === directory ? [] : [`name ${quote(name)} does not match its directory ${quote(directory)}`];
}

/**
 * Warns about a description that is truncated. Java counts and truncates UTF-16 units, so half of a character may
 * remain.
 */
function longText(description: string): readonly string[] {
  return description.length > longestDescription
    ? [`description has ${description.length} characters and is truncated at ${longestDescription}`]
    : [];
}
