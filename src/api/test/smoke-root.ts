import type { System } from "../../harness/system.ts";
import { shownAt, type RootedSkill, type SkillRoot } from "../../model/agent.ts";
import type { SmokeSubject } from "../../harness/smoke/subject.ts";
import { onceForEach } from "../../core/once.ts";
import { joinLabel } from "../../core/paths.ts";
import { scanRoots } from "../../find/scan-roots.ts";

/** The system's first project root, with only this skill in it. */
export function smokeRoot(
  system: System,
  { source, nested }: Pick<SmokeSubject, "source" | "nested">,
): SkillRoot {
  const path = rootPathOf(system);
  const own = { path: joinLabel(path, source.name), depth: 0, source };
  const inside =
    source.directory === undefined || nested.length === 0 ? [] : skillsIn(source.directory, system);
  return {
    scope: "project",
    path,
    without: [],
    unread: [],
    skills: [own, ...inside.map((skill) => ({ ...skill, path: own.path + skill.path }))],
  };
}

const rootPathOf = onceForEach((system: System) => {
  const spec = system.roots({}, {}).find(({ scope }) => scope === "project");
  return joinLabel(shownAt.project, spec?.path ?? "skills");
});

/** The skills that the system would find inside this skill; paths are relative to the skill. */
function skillsIn(directory: string, system: System): readonly RootedSkill[] {
  const [root] = scanRoots(
    [{ scope: "project", path: ".." }],
    { project: directory, home: directory },
    system,
  );
  const within = `${root?.path}/${directory.slice(directory.lastIndexOf("/") + 1)}`;
  return (root?.skills ?? []).flatMap((skill) =>
    skill.path.startsWith(`${within}/`) ? [{ ...skill, path: skill.path.slice(within.length) }] : [],
  );
}
