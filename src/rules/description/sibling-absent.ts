import type { CollectedSkill, CollectionFinding, Siblings } from "../../model/collection.ts";
import { didYouMean, nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import { catalogs, defineCollectionRule, findingOn } from "../parts/collected.ts";
import { skillMentions } from "./parts/skill-mentions.ts";

export default defineCollectionRule({
  meta: {
    id: "sibling-absent",
    category: "clarity",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/optimizing-descriptions",
    summary:
      "Reports a description that refers to a skill that does not exist, by a name similar to those of its neighbors.",
    why: "The model looks for a skill that is not installed, and the task that the description delegates to it is not done.",
    remedy:
      "Write the current name of the skill, add the skill, or describe the task without naming a skill.",
    severity: "info",
    since: "0.1.0",
  },
  over: "names",
  *check({ subject: { skills, siblings } }) {
    const known = new Set<string>();
    for (const { name, directoryName } of skills) known.add(name).add(directoryName);
    for (const catalog of catalogs(skills)) yield* findings(catalog, known, siblings);
  },
});

/** Maximum number of names that are compared with a name that does not exist. */
const mostCompared = 100;

/** For each word, the names that contain it. */
type Families = ReadonlyMap<string, readonly string[]>;

function* findings(
  catalog: readonly CollectedSkill[],
  known: ReadonlySet<string>,
  siblings: Siblings = new Map(),
): Generator<CollectionFinding> {
  let families: Families | undefined;
  for (const skill of catalog) {
    // Of most skills in a run over changes, only the name is known.
    if (skill.description === "") continue;
    for (const name of new Set(skillMentions(skill.description))) {
      if (known.has(name) || siblings.get(skill.path)?.has(name)) continue;
      const names = (families ??= namesHere(catalog, siblings));
      const family = wordsOf(name).flatMap((word) => names.get(word) ?? []);
      if (family.length === 0) continue;
      const near = nearOf(name, family.filter((each) => each !== skill.name).slice(0, mostCompared));
      const message = `description refers to the skill ${quote(name)}, which does not exist${didYouMean(near) || "; correct or remove the name"}`;
      yield { ...findingOn(skill, "description", message, []), word: name };
    }
  }
}

/** The names of the examined skills and of the directories next to them, by the words in them. */
function namesHere(catalog: readonly CollectedSkill[], siblings: Siblings): Families {
  const looked = new Set(catalog.map(({ directoryName }) => directoryName));
  const others = new Set<string>();
  for (const names of new Set(catalog.map(({ path }) => siblings.get(path))))
    for (const name of names ?? []) if (!looked.has(name)) others.add(name);
  return toFamilies([...catalog.map(({ name }) => name), ...others]);
}

/**
 * A name that extends the given one or is extended by it, as after a rename; otherwise one that differs by a few
 * edits.
 */
function nearOf(name: string, family: readonly string[]): string | undefined {
  return (
    family.find((each) => each.startsWith(`${name}-`) || (each !== "" && name.startsWith(`${each}-`))) ??
    nearest(name, family)
  );
}

function toFamilies(names: Iterable<string>): Families {
  const families = new Map<string, string[]>();
  for (const name of names) {
    for (const word of new Set(wordsOf(name))) {
      const known = families.get(word);
      if (!known) families.set(word, [name]);
      else if (known.length < mostCompared) known.push(name);
    }
  }
  return families;
}

/** The words of a name that can show which other names are related to it. */
function wordsOf(name: string): readonly string[] {
  return name.split("-").filter((word) => word.length > 2);
}
