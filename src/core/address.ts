/** Where the schemas' `$id` and the rules' pages live. */
export const homepage = "https://skillwright.dev";

export function helpUrl(ruleId: string): string {
  return `${homepage}/rules#${ruleId}`;
}

/** What a workflow of GitHub names to run the action. */
export const action = "OWNER/skillwright@v0";
