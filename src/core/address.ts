/** Where the schemas' `$id` and the rules' pages live. */
export const homepage = "https://skillwright.dev";

export function helpUrl(ruleId: string): string {
  return `${homepage}/rules#${ruleId}`;
}
