import { compareText } from "../core/order.ts";

/** The only file name that the specification allows. */
export const documentName = "SKILL.md";

/** Whether a name is SKILL.md in any case. */
export function isDocumentNameInAnyCase(name: string): boolean {
  return name.length === documentName.length && name.toLowerCase() === "skill.md";
}

/**
 * Whether a file was probably meant to be SKILL.md: its name is in any case, in the plural, or that of its directory.
 */
export function isNearMiss(name: string, directory: string): boolean {
  return isDocumentNameInAnyCase(name) || name === "SKILLS.md" || name === `${directory}.md`;
}

/**
 * Chooses the file in a skill's directory to read as its SKILL.md: the file with that name, or else the most similar
 * one.
 */
export function chooseDocument(names: readonly string[], directory: string): string | undefined {
  if (names.includes(documentName)) return documentName;
  // skills-ref also reads skill.md, so it takes precedence over the other spellings.
  const spellings = names
    .filter(isDocumentNameInAnyCase)
    .sort((a, b) => Number(b === "skill.md") - Number(a === "skill.md") || compareText(a, b));
  return spellings[0] ?? ["SKILLS.md", `${directory}.md`].find((name) => names.includes(name));
}
