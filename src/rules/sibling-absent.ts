import type { CollectedSkill, CollectionFinding } from "../core/collection.ts";
import { nearest } from "../core/nearest.ts";
import { count } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { catalogues, defineCollectionRule, findingOn } from "./parts/collected.ts";
import { skillMentions } from "./parts/skill-mentions.ts";

export default defineCollectionRule({
  meta: {
    id: "sibling-absent",
    category: "clarity",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/optimizing-descriptions",
    summary: "Reports a description that sends the reader to a skill by a name like those of the skills beside it, where there is none of that name.",
    why: "The model looks for the skill in vain, and no skill takes on the task that the description gives away.",
    remedy: "Write the name that the skill has now, add the skill, or say what the task needs without naming one.",
    severity: "info",
    since: "0.1.0",
  },
  over: "names",
  *check({ subject: { skills } }) {
    const known = new Set<string>();
    for (const { name, directory } of skills) known.add(name).add(directory);
    for (const catalogue of catalogues(skills)) yield* findings(catalogue, known);
  },
});

/** Names compared with one that is absent. */
const mostCompared = 100;

function* findings(catalogue: readonly CollectedSkill[], known: ReadonlySet<string>): Generator<CollectionFinding> {
  let families: ReadonlyMap<string, readonly string[]> | undefined;
  for (const skill of catalogue) {
    for (const name of new Set(skillMentions(skill.description))) {
      if (known.has(name)) continue;
      const byWord = (families ??= toFamilies(catalogue));
      const family = wordsOf(name).flatMap((word) => byWord.get(word) ?? []);
      if (family.length === 0) continue;
      const near = nearest(name, family.filter((each) => each !== skill.name).slice(0, mostCompared));
      yield findingOn(skill, "description", `description sends to ${quote(name)}, which none of the ${count(catalogue.length, "skill")} here is called${near === undefined ? "" : `; the nearest is ${quote(near)}`}`, []);
    }
  }
}

/** The names that hold a word, by the word. */
function toFamilies(catalogue: readonly CollectedSkill[]): ReadonlyMap<string, readonly string[]> {
  const families = new Map<string, string[]>();
  for (const { name } of catalogue) {
    for (const word of new Set(wordsOf(name))) {
      const known = families.get(word);
      if (!known) families.set(word, [name]);
      else if (known.length < mostCompared) known.push(name);
    }
  }
  return families;
}

/** Of a name those words that tell what family it is of. */
function wordsOf(name: string): readonly string[] {
  return name.split("-").filter((word) => word.length > 2);
}
