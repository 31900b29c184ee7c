/** Ids of removed rules, each with the id of the rule that replaces it. An id is never reused. */
export const retiredRules: ReadonlyMap<string, string> = new Map([
  ["client-refusal", "target-answer"],
  ["script-path-home", "home-path"],
]);
