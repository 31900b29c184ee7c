/** Base URL of the schemas' `$id` and the rules' pages. */
export const homepage = "https://skillwright.dev";

const helpUrls = new Map<string, string>();

/** The page of a rule. The text of each is made once, as every finding has it. */
export function helpUrl(ruleId: string): string {
  let url = helpUrls.get(ruleId);
  if (url === undefined) helpUrls.set(ruleId, (url = `${homepage}/rules#${ruleId}`));
  return url;
}

/** The `uses` value of a GitHub workflow that runs the action. */
export const action = "OWNER/skillwright@v0";
