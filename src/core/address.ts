/** Base URL of the schemas' `$id` and the rules' pages. */
export const homepage = "https://skillwright.dev";

export function helpUrl(ruleId: string): string {
  return `${homepage}/rules#${ruleId}`;
}

/** The `uses` value of a GitHub workflow that runs the action. */
export const action = "OWNER/skillwright@v0";
