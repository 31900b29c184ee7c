/** By UTF-16 unit, so that every machine and locale sorts alike. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
