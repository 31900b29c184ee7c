/** The account that the repository belongs to: to be set here, in package.json and in the examples at publication. */
const owner = "OWNER";

/** Also the home page of the package. */
export const repository = `https://github.com/${owner}/skillwright`;

/** The `uses` value of a GitHub workflow that runs the action. */
export const action = `${owner}/skillwright@v0`;

const helpUrls = new Map<string, string>();

/** The section about a rule or code in the repository. The text of each is made once, as every finding has it. */
export function helpUrl(ruleId: string): string {
  let url = helpUrls.get(ruleId);
  if (url === undefined) helpUrls.set(ruleId, (url = `${repository}/blob/main/${pageOf(ruleId)}#${ruleId}`));
  return url;
}

/** The schema as editors load it, where the package is not installed. */
export function schemaUrl(name: string): string {
  return `${repository}/raw/main/schemas/${name}.schema.json`;
}

function pageOf(ruleId: string): string {
  if (ruleId.startsWith("archive-") && ruleId !== "archive-password") return "src/archive/README.md";
  return /^(?:smoke|upload|pack)-/.test(ruleId) && !skillRules.has(ruleId)
    ? "src/api/check/README.md"
    : "src/rules/README.md";
}

/** Rules for skills whose ids begin like those of targets. */
const skillRules: ReadonlySet<string> = new Set(["upload-files", "upload-size"]);
