import {
  shownAt,
  type AgentWorld,
  type CatalogEntry,
  type RootedSkill,
  type Scope,
  type SkillProblem,
  type SkillRoot,
} from "../../model/agent.ts";
import { compareText } from "../../core/order.ts";
import { quote } from "../../core/show.ts";
import type { Tracer } from "../../model/trace.ts";
import { readHead } from "../read-head.ts";
import type { PlacedSkill } from "../resolve-path.ts";
import { cutFrontmatter, holdsFrontmatter, readMetadata } from "./spring-ai-alibaba-frontmatter.ts";

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
      problems.push({ path, kind: "skipped", message: "it holds no SKILL.md" });
    for (const found of root.skills) {
      const { skill, said } = loadSkill(found, root.scope, tracer);
      problems.push(...said);
      const before = skill && skills.get(skill.name);
      if (before)
        problems.push({
          path: before.path,
          kind: "shadowed",
          message: `the skill ${quote(before.name)} of ${quote(found.path)} takes its place`,
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
  if (head.outcome === "unreadable") return skip(`its SKILL.md was not read: ${head.reason}`);
  const frontmatter = cutFrontmatter(head.text);
  if (frontmatter === undefined)
    return skip('its SKILL.md does not begin with "---", or holds it no second time');
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
