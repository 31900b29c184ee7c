import { compareText } from "../core/order.ts";

/** The only name that the specification gives. */
export const documentName = "SKILL.md";

/** A name that is SKILL.md but for the case of its letters. */
export function isDocumentNameInAnyCase(name: string): boolean {
  return name.length === documentName.length && name.toLowerCase() === "skill.md";
}

/** As likely as a near miss gets: in any case, in the plural, or named for its directory. */
export function isNearMiss(name: string, directory: string): boolean {
  return isDocumentNameInAnyCase(name) || name === "SKILLS.md" || name === `${directory}.md`;
}

/** Which of the names in a skill's directory to read as its SKILL.md: that one, or else the nearest miss. */
export function chooseDocument(names: readonly string[], directory: string): string | undefined {
  if (names.includes(documentName)) return documentName;
  // skills-ref reads skill.md as well, so it goes before the other spellings.
  const spellings = names
    .filter(isDocumentNameInAnyCase)
    .sort((a, b) => Number(b === "skill.md") - Number(a === "skill.md") || compareText(a, b));
  return spellings[0] ?? ["SKILLS.md", `${directory}.md`].find((name) => names.includes(name));
}
