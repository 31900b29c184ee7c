import type {
  AgentWorld,
  CatalogEntry,
  RootedSkill,
  Scope,
  SkillProblem,
  SkillRoot,
} from "../../model/agent.ts";
import { quote, show } from "../../core/show.ts";
import { codePointLength } from "../../dialects/python/text.ts";
import { firstOfName } from "../first-of-name.ts";
import { readHead } from "../read-head.ts";
import type { PlacedSkill } from "../resolve-path.ts";
import { flagIn, textsIn } from "../settings.ts";
import { cutDocument, holdsFrontmatter, readMetadata } from "./agentskills-frontmatter.ts";

export type LoadedSkill = PlacedSkill & CatalogEntry;

export interface LoadedSkills {
  readonly skills: readonly LoadedSkill[];
  readonly problems: readonly SkillProblem[];
}

/** The specification's. */
const longestName = 64;

const precedence = { project: 0, user: 1, builtin: 2 } as const satisfies Record<Scope, number>;

/** Reads the head of each skill, leniently: what can be announced is, with a warning where something is odd. */
export function loadSkills({ roots, settings, tracer }: AgentWorld): LoadedSkills {
  const problems: SkillProblem[] = [];
  const found: LoadedSkill[] = [];
  const seen = new Set<string>();
  for (const root of trustedRoots(roots, flagIn(settings, "trusted") ?? true, problems)) {
    for (const { path, reason } of root.unread) problems.push({ path, kind: "skipped", message: reason });
    for (const skill of root.skills) {
      // One directory by two paths is no collision.
      if (skill.sameAs !== undefined && seen.has(skill.sameAs)) continue;
      seen.add(skill.path);
      const { loaded, said } = load(skill, root.scope, tracer);
      problems.push(...said);
      if (loaded) found.push(loaded);
    }
  }
  const disabled = new Set(textsIn(settings, "disabled"));
  const { kept, problems: shadowed } = firstOfName(found);
  return { skills: kept.filter(({ name }) => !disabled.has(name)), problems: [...problems, ...shadowed] };
}

/** In their order of precedence; those of a project only where the person trusts it. */
function trustedRoots(
  roots: readonly SkillRoot[],
  trusted: boolean,
  problems: SkillProblem[],
): readonly SkillRoot[] {
  return roots
    .filter(({ scope, path, skills }) => {
      if (trusted || scope !== "project") return true;
      if (skills.length > 0) problems.push({ path, kind: "skipped", message: "the project is not trusted" });
      return false;
    })
    .toSorted((a, b) => precedence[a.scope] - precedence[b.scope]);
}

function load(
  { path, source }: RootedSkill,
  scope: Scope,
  tracer: AgentWorld["tracer"],
): { readonly loaded?: LoadedSkill; readonly said: readonly SkillProblem[] } {
  const head = readHead(tracer, source, "SKILL.md", holdsFrontmatter);
  const skip = (message: string): { readonly said: readonly SkillProblem[] } => ({
    said: [{ path, kind: "skipped", message }],
  });
  if (head.outcome === "unreadable") return skip(`its SKILL.md was not read: ${head.reason}`);
  const cut = cutDocument(head.text);
  if (!cut) return skip('its SKILL.md has no frontmatter between two lines of "---"');
  const metadata = readMetadata(cut.frontmatter);
  if ("problem" in metadata) return skip(`its frontmatter cannot be read: ${show(metadata.problem)}`);
  if (metadata.description === "") return skip("its description is missing or empty");
  const name = metadata.name === "" ? source.name : metadata.name;
  const warnings = [
    ...oddName(metadata.name, source.name),
    ...(metadata.mended ? ["its frontmatter is YAML only once its values stand in quotes"] : []),
  ];
  return {
    loaded: {
      name,
      description: metadata.description,
      scope,
      path,
      source,
      hidden: metadata.disableModelInvocation,
    },
    said: warnings.map((message) => ({ path, kind: "warned", message })),
  };
}

function oddName(name: string, directory: string): readonly string[] {
  if (name === "") return [`it has no name, and goes by that of its directory, ${quote(directory)}`];
  const length = codePointLength(name);
  return [
    ...(name === directory ? [] : [`its name ${quote(name)} differs from its directory ${quote(directory)}`]),
    ...(length <= longestName ? [] : [`its name has ${length} characters, expected at most ${longestName}`]),
  ];
}
