/**
 * Whether a directory of a skill has a name that the specification, or custom, gives to the skill's own files. A
 * SKILL.md in it is an example or a template rather than another skill.
 */
export function isOwnDirectory(name: string): boolean {
  return /^(?:scripts?|references?|assets|resources|examples?|templates?|docs|evals|lib|tests?)$/i.test(name);
}
