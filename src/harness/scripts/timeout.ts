/** The usual limit for a script, in seconds. */
export const usualSeconds = 30;

export function describeTimeout(seconds: number): string {
  return `the script was ended after ${seconds} s, its limit`;
}
