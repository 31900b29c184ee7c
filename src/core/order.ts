/** Compares by UTF-16 unit, so that the order does not depend on the machine or the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
