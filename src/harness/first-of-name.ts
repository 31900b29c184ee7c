import type { SkillProblem } from "../model/agent.ts";
import { quote } from "../core/show.ts";

interface Named {
  readonly name: string;
  readonly path: string;
}

/** The first skill of each name; the others are reported as shadowed. Names are compared exactly. */
export function firstOfName<S extends Named>(
  skills: readonly S[],
): { readonly kept: readonly S[]; readonly problems: readonly SkillProblem[] } {
  const kept = new Map<string, S>();
  const problems: SkillProblem[] = [];
  for (const skill of skills) {
    const first = kept.get(skill.name);
    if (first) problems.push(shadowed(skill, first));
    else kept.set(skill.name, skill);
  }
  return { kept: Array.from(kept.values()), problems };
}

export function shadowed({ name, path }: Named, first: Named): SkillProblem {
  return {
    path,
    kind: "shadowed",
    message: `the skill ${quote(name)} in ${quote(first.path)} takes precedence`,
  };
}
