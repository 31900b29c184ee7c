import { quote } from "../core/show.ts";
import type { CollectedSkill, CollectionFinding } from "../model/collection.ts";
import { catalogues, defineCollectionRule, findingOn, firstOf, groupsBy } from "./parts/collected.ts";

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

/** Small letters of other scripts, and digits, that look like the Latin letter before them; from confusables.txt of UTS #39, what a name of a skill can hold. */
const lookalikes = [
  "a\u0430\u03b1",
  "c\u0441\u03f2",
  "d\u0501",
  "e\u0435",
  "g\u0261",
  "h\u04bb",
  "i\u0456\u03b9\u0131",
  "j\u0458\u03f3",
  "k\u03ba\u043a",
  "l1\u04cf",
  "n\u0578",
  "o0\u043e\u03bf\u0585",
  "p\u0440\u03c1",
  "q\u051b",
  "s\u0455",
  "u\u03c5\u057d",
  "v\u03bd\u0475",
  "w\u051d",
  "x\u0445\u03c7",
  "y\u0443\u03b3",
];

const others = new RegExp(`[${lookalikes.map((letters) => letters.slice(1)).join("")}]`, "g");

const latin: ReadonlyMap<string, string> = new Map(
  lookalikes.flatMap(([letter = "", ...others]) => others.map((other) => [other, letter])),
);

/** What is left of a name without what the eye passes over: equal for names that look alike. */
export function skeleton(name: string): string {
  return withoutSeparators(name.normalize("NFKC").toLowerCase()).replace(
    others,
    (letter) => latin.get(letter) ?? letter,
  );
}

/** Those between two digits stay: v1-0 is not v10. */
function withoutSeparators(name: string): string {
  return name.replace(/(?<!\d)[\s_.-]+|[\s_.-]+(?!\d)/g, "");
}
