/** The default limit of a script, in seconds. */
export const defaultSeconds = 30;

export function describeTimeout(seconds: number): string {
  return `the script was ended after ${seconds} s, its limit`;
}
