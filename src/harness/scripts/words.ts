/** What a user is told before their scripts are run without isolation. */
export const controlledWords =
  "runs scripts of your own skill with an environment of a few known variables, on a temporary copy of the skill, within limits of time and output; this is no sandbox: a script has your user's rights and your network";

/** The same, where they are isolated by this version of bubblewrap. */
export function isolatedWords(version: string): string {
  return `runs scripts isolated by bubblewrap ${version}: without a network, without your home directory, with the system read-only, and on a temporary copy of the skill; faults of the kernel and side channels are not covered`;
}
