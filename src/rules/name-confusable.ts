import type { CollectedSkill, CollectionFinding } from "../model/collection.ts";
import { quote } from "../core/show.ts";
import { catalogues, defineCollectionRule, findingOn, firstOf, groupsBy } from "./parts/collected.ts";
import { skeleton, withoutSeparators } from "./parts/skeleton.ts";

export default defineCollectionRule({
  meta: {
    id: "name-confusable",
    category: "portability",
    origin: "guidance",
    source: "https://www.unicode.org/reports/tr39/#Confusable_Detection",
    summary:
      "Reports two names of one directory of skills that differ in nothing but capitals, separators, or characters that look alike.",
    why: "Clients that fold case or Unicode take them for one name, so do the file systems of macOS and Windows, and a person who reads a list of skills cannot tell them apart.",
    remedy: "Give the skills names that differ in their letters.",
    severity: "info",
    since: "0.1.0",
  },
  over: "names",
  check: ({ subject: { skills } }) =>
    catalogues(skills)
      .flatMap((catalogue) => groupsBy(catalogue, ({ name }) => skeleton(name)))
      .flatMap(findings),
});

function findings(group: readonly CollectedSkill[]): readonly CollectionFinding[] {
  const byName = new Map(group.map((skill) => [skill.name, skill]));
  if (byName.size === 1) return [];
  return group.map((skill) => {
    const others = firstOf(byName.values(), ({ name }) => name !== skill.name);
    const other = others[0]?.name ?? "";
    return findingOn(
      skill,
      "name",
      `name ${quote(skill.name)} and that of another skill here, ${quote(other)}, differ in ${difference(skill.name, other)}, expected other letters`,
      others,
    );
  });
}

function difference(a: string, b: string): string {
  const [c, d] = [a.normalize("NFKC"), b.normalize("NFKC")];
  if (c === d) return "their form of Unicode alone";
  if (c.toLowerCase() === d.toLowerCase()) return "capitals alone";
  if (withoutSeparators(c) === withoutSeparators(d)) return "separators alone";
  return withoutSeparators(c.toLowerCase()) === withoutSeparators(d.toLowerCase())
    ? "capitals and separators alone"
    : "characters that look alike";
}
