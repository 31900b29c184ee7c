export interface Bundled {
  readonly name: string;
  readonly version: string;
}
export interface Advisory {
  readonly id: string;
  readonly title: string;
  readonly name: string;
}
export interface Exception {
  readonly id: string;
  readonly reason: string;
  readonly until: string;
}
export function advisoriesIn(printed: string): readonly Advisory[];
export function objections(
  advisories: readonly Advisory[],
  exceptions: readonly Exception[],
  today: string,
): readonly string[];
