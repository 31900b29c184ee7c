import type { CollectedSkill, CollectionFinding } from "../model/collection.ts";
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
    summary:
      "Reports a description that sends the reader to a skill by a name like those of the skills beside it, where there is none of that name.",
    why: "The model looks for the skill in vain, and no skill takes on the task that the description gives away.",
    remedy:
      "Write the name that the skill has now, add the skill, or say what the task needs without naming one.",
    severity: "info",
    since: "0.1.0",
  },
  over: "names",
  *check({ subject: { skills, siblings } }) {
    const known = new Set<string>();
    for (const { name, directoryName } of skills) known.add(name).add(directoryName);
    for (const catalogue of catalogues(skills)) yield* findings(catalogue, known, siblings);
  },
});

/** The names beside each skill, by its path. */
type Siblings = ReadonlyMap<string, ReadonlySet<string>>;

/** Names compared with one that is absent. */
const mostCompared = 100;

interface Here {
  /** The names that hold a word, by the word. */
  readonly families: ReadonlyMap<string, readonly string[]>;
  readonly size: number;
}

function* findings(
  catalogue: readonly CollectedSkill[],
  known: ReadonlySet<string>,
  siblings: Siblings = new Map(),
): Generator<CollectionFinding> {
  let here: Here | undefined;
  for (const skill of catalogue) {
    for (const name of new Set(skillMentions(skill.description))) {
      if (known.has(name) || siblings.get(skill.path)?.has(name)) continue;
      const { families, size } = (here ??= namesHere(catalogue, siblings));
      const family = wordsOf(name).flatMap((word) => families.get(word) ?? []);
      if (family.length === 0) continue;
      const near = nearOf(name, family.filter((each) => each !== skill.name).slice(0, mostCompared));
      const message = `description sends to ${quote(name)}, which none of the ${count(size, "skill")} here is called${near === undefined ? "" : `; the nearest is ${quote(near)}`}`;
      yield { ...findingOn(skill, "description", message, []), word: name };
    }
  }
}

/** Those of the skills that are looked at, and of the directories beside them. */
function namesHere(catalogue: readonly CollectedSkill[], siblings: Siblings): Here {
  const looked = new Set(catalogue.map(({ directoryName }) => directoryName));
  const others = new Set<string>();
  for (const names of new Set(catalogue.map(({ path }) => siblings.get(path))))
    for (const name of names ?? []) if (!looked.has(name)) others.add(name);
  return {
    families: toFamilies([...catalogue.map(({ name }) => name), ...others]),
    size: catalogue.length + others.size,
  };
}

/** One that goes on where the name ends, or ends where it goes on, was cut or grown; else one that is few edits away. */
function nearOf(name: string, family: readonly string[]): string | undefined {
  return (
    family.find((each) => each.startsWith(`${name}-`) || (each !== "" && name.startsWith(`${each}-`))) ??
    nearest(name, family)
  );
}

function toFamilies(names: Iterable<string>): ReadonlyMap<string, readonly string[]> {
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

/** Of a name those words that tell what family it is of. */
function wordsOf(name: string): readonly string[] {
  return name.split("-").filter((word) => word.length > 2);
}
