import type { CollectedSkill, CollectionFinding } from "../../model/collection.ts";
import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { catalogs, defineCollectionRule, findingOn, firstOf, groupsBy } from "../parts/collected.ts";

export default defineCollectionRule({
  meta: {
    id: "name-duplicate",
    category: "portability",
    origin: "guidance",
    source: "https://agentskills.io/client-implementation/adding-skills-support#handling-name-collisions",
    summary: "Reports a name that several skills in one directory of skills share.",
    why: "Most clients load only one of them without a message, some the first and some the last that they find; Codex lists all of them and finds none by name.",
    remedy: "Give each skill a unique name, equal to its directory's.",
    severity: "warning",
    since: "0.1.0",
  },
  over: "names",
  check: ({ subject: { skills } }) =>
    catalogs(skills)
      .flatMap((catalog) => groupsBy(catalog, ({ name }) => name))
      .flatMap(findings),
});

function findings(group: readonly CollectedSkill[]): readonly CollectionFinding[] {
  const others =
    group.length === 2 ? "another skill here is" : `${grouped(group.length - 1)} other skills here are`;
  return group.map((skill) =>
    findingOn(
      skill,
      "name",
      `${others} also named ${quote(skill.name)}; give each skill a unique name`,
      firstOf(group, (other) => other !== skill),
    ),
  );
}
