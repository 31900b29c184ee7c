import type { CatalogEntry, RootedSkill, Scope, SkillProblem, SkillRoot } from "../../model/agent.ts";
import { quote } from "../../core/show.ts";
import type { Tracer } from "../../model/trace.ts";
import { readHead } from "../read-head.ts";
import type { PlacedSkill } from "../resolve-path.ts";
import { cutDocument, holdsFrontmatter, readMetadata } from "./agio-frontmatter.ts";

export type AgioSkill = PlacedSkill & CatalogEntry;

export interface Discovery {
  /** In the order in which their names were first met. */
  readonly skills: readonly AgioSkill[];
  readonly problems: readonly SkillProblem[];
}

/** What cannot be read is told of and passed over; of equal names the last wins. The roots come with the strongest first, and are looked into from the weakest on. */
export function discoverSkills(roots: readonly SkillRoot[], tracer: Tracer): Discovery {
  const skills = new Map<string, AgioSkill>();
  const problems: SkillProblem[] = [];
  for (const root of roots.toReversed()) {
    for (const { path, reason } of root.unread) problems.push({ path, kind: "skipped", message: reason });
    for (const found of root.skills) {
      const skill = readSkill(found, root.scope, tracer);
      const before = "problem" in skill ? undefined : skills.get(skill.name);
      if (before)
        problems.push({
          path: before.path,
          kind: "shadowed",
          message: `the skill ${quote(before.name)} of ${quote(found.path)} comes later, and takes its place`,
        });
      if ("problem" in skill) problems.push({ path: found.path, kind: "skipped", message: skill.problem });
      else skills.set(skill.name, skill);
    }
  }
  return { skills: Array.from(skills.values()), problems };
}

function readSkill(
  { path, source }: RootedSkill,
  scope: Scope,
  tracer: Tracer,
): AgioSkill | { readonly problem: string } {
  const head = readHead(tracer, source, "SKILL.md", holdsFrontmatter);
  if (head.outcome === "unreadable") return { problem: `its SKILL.md was not read: ${head.reason}` };
  const cut = cutDocument(head.text);
  if (!cut) return { problem: 'its SKILL.md does not begin with frontmatter between two lines of "---"' };
  const metadata = readMetadata(cut.frontmatter);
  if ("problem" in metadata) return { problem: metadata.problem };
  return { ...metadata, scope, path, source, hidden: false };
}
