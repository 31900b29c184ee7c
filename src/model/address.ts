import { publisher } from "../generated/publisher.ts";
import type { RuleMeta } from "./rule.ts";

/** What `build/publisher.json` says; null where it is not known yet. */
export interface Publisher {
  /** The account that the repository belongs to. */
  readonly owner: string | null;
  readonly repository: string;
  /** The host that serves the schemas, if it is not GitHub. */
  readonly domain: string | null;
  /** The name on npm. */
  readonly package: string;
}

/** The addresses of this program; undefined for those that do not exist as long as the owner is not known. */
export interface Addresses {
  /** Also the home page of the package. */
  readonly repository: string | undefined;
  /** The `uses` value of a GitHub workflow that runs the action. */
  readonly action: string;
  /** The command that downloads and starts the program. */
  readonly download: string;
  /** The address of a rule or code, as members of a finding. The text of each is made once. */
  help(ruleId: string): { readonly helpUrl?: string };
  /** The schema as editors load it, where the package is not installed. */
  schemaUrl(name: string): string | undefined;
  /** The schema's path in a project that has the package installed. */
  installedSchema(name: string): string;
  /** The value of `$schema` in files that the program writes, and of `$id` in the schema. */
  schemaId(name: string): string;
}

export function addressesOf({ owner, repository: name, domain, package: installed }: Publisher): Addresses {
  const repository = owner === null ? undefined : `https://github.com/${owner}/${name}`;
  const schemas =
    domain === null ? repository && `${repository}/raw/main/schemas` : `https://${domain}/schemas`;
  const schemaUrl = (schema: string): string | undefined => schemas && `${schemas}/${schema}.schema.json`;
  const installedSchema = (schema: string): string =>
    `node_modules/${installed}/schemas/${schema}.schema.json`;
  const helps = new Map<string, { readonly helpUrl: string }>();
  return {
    repository,
    action: `${owner ?? "OWNER"}/${name}@v0`,
    download: `npx --yes ${installed}@0`,
    help(ruleId) {
      // The id of a rule of one's own has a prefix: there is no page about it here.
      if (repository === undefined || ruleId.includes("/")) return {};
      const known = helps.get(ruleId) ?? { helpUrl: `${repository}/blob/main/${pageOf(ruleId)}#${ruleId}` };
      helps.set(ruleId, known);
      return known;
    },
    schemaUrl,
    installedSchema,
    schemaId: (schema) => schemaUrl(schema) ?? installedSchema(schema),
  };
}

export const { repository, action, download, help, schemaUrl, installedSchema, schemaId } =
  addressesOf(publisher);

/** As `help`; a rule of one's own has the page that its source names, if any. */
export function helpFor({ id, origin, source }: Pick<RuleMeta, "id" | "origin" | "source">): {
  readonly helpUrl?: string;
} {
  return origin === "own" && source !== "" ? { helpUrl: source } : help(id);
}

/** Whether a value of `$schema` names that schema, which may have been written before the address was known. */
export function namesSchema(value: unknown, name: string): boolean {
  return typeof value === "string" && value.endsWith(`/schemas/${name}.schema.json`);
}

function pageOf(ruleId: string): string {
  if (ruleId === "policy") return "docs/policy.md";
  if (ruleId.startsWith("archive-") && ruleId !== "archive-password") return "src/archive/README.md";
  return /^(?:smoke|upload|pack)-/.test(ruleId) && !skillRules.has(ruleId)
    ? "src/api/check/README.md"
    : "src/rules/README.md";
}

/** Rules for skills whose ids begin like those of targets. */
const skillRules: ReadonlySet<string> = new Set(["upload-files", "upload-size"]);
