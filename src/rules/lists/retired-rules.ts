/** Rules that are no longer, by the id of the one that says in their place what they said. An id is never used again. */
export const retiredRules: ReadonlyMap<string, string> = new Map([["script-path-home", "home-path"]]);
