/** Whether a path is one of the directories that the specification gives to a skill's own files; one that begins otherwise may be the user's. */
export function isOwn(path: string): boolean {
  return /^(?:references?|scripts|assets)\//.test(path);
}
