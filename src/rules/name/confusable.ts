import { quote } from "../../core/show.ts";
import type { CollectedSkill, CollectionFinding } from "../../model/collection.ts";
import { catalogs, defineCollectionRule, findingOn, firstOf, groupsBy } from "../parts/collected.ts";

export default defineCollectionRule({
  meta: {
    id: "name-confusable",
    category: "portability",
    origin: "guidance",
    source: "https://www.unicode.org/reports/tr39/#Confusable_Detection",
    summary:
      "Reports names in one directory of skills that differ only in case, separators or look-alike characters.",
    why: "Clients that ignore case or normalize Unicode treat them as one name, as do the file systems of macOS and Windows, and users cannot distinguish them in a list of skills.",
    remedy: "Give the skills names with different letters.",
    severity: "info",
    since: "0.1.0",
  },
  over: "names",
  check: ({ subject: { skills } }) =>
    catalogs(skills)
      .flatMap((catalog) => groupsBy(catalog, ({ name }) => skeleton(name)))
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
      `name ${quote(skill.name)} differs from another skill's name ${quote(other)} only in ${difference(skill.name, other)}; rename one of them`,
      others,
    );
  });
}

function difference(a: string, b: string): string {
  const [c, d] = [a.normalize("NFKC"), b.normalize("NFKC")];
  if (c === d) return "Unicode normalization";
  if (c.toLowerCase() === d.toLowerCase()) return "case";
  if (withoutSeparators(c) === withoutSeparators(d)) return "separators";
  return withoutSeparators(c.toLowerCase()) === withoutSeparators(d.toLowerCase())
    ? "case and separators"
    : "look-alike characters";
}

/**
 * Each Latin letter with the lower-case letters of other scripts and the digits that look like it, from
 * confusables.txt of UTS #39, limited to characters that a skill's name can contain.
 */
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

/** The name without differences in case, separators and look-alikes: names that look the same become equal. */
export function skeleton(name: string): string {
  return withoutSeparators(name.normalize("NFKC").toLowerCase()).replace(
    others,
    (letter) => latin.get(letter) ?? letter,
  );
}

/** Removes separators, except between two digits, as v1-0 is not v10. */
function withoutSeparators(name: string): string {
  return name.replace(/(?<!\d)[\s_.-]+|[\s_.-]+(?!\d)/g, "");
}
