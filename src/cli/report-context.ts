import type { Checkout, ReporterContext } from "../model/report.ts";
import type { OwnRule } from "../model/own-rule.ts";
import type { RecordedClient } from "../model/reports/compat.ts";
import type { RuleMeta } from "../model/rule.ts";
import { paintFor } from "./options/color.ts";
import type { Io } from "./io.ts";
import type { OutputPlan } from "./options/output-option.ts";

export interface ReportFlags {
  readonly color?: boolean;
  readonly quiet?: boolean;
  readonly all?: boolean;
  readonly summary?: boolean;
}

/**
 * The data that reporters need in addition to the report. The metadata of rules is loaded only for SARIF; with
 * `allRules`, also that of target findings. The recorded clients are loaded only for HTML.
 */
export async function reportContext(
  { color, quiet = false, all = false, summary = false }: ReportFlags,
  { stdout, files, ownRules = [] }: OutputPlan,
  io: Io,
  allRules = false,
): Promise<ReporterContext> {
  const formats = [stdout, ...files.map(({ format }) => format)];
  const listsRules = formats.includes("sarif");
  const { columns } = io.stdout;
  const checkout = findCheckout(io);
  return {
    paint: await paintFor(io, color),
    quiet,
    all,
    summary,
    ...(columns !== undefined && { width: columns }),
    ...(listsRules && { rules: await rulesToList(allRules, ownRules) }),
    ...(formats.includes("html") && { records: await recordedClients() }),
    ...(checkout && { checkout }),
  };
}

/** The data for a page of a command that has no files to write. */
export async function pageContext(io: Io): Promise<ReporterContext> {
  return reportContext({ color: false }, { stdout: "html", files: [], cwd: io.cwd }, io);
}

async function recordedClients(): Promise<readonly RecordedClient[]> {
  const { listClients } = await import("../api/compat/list-clients.ts");
  return listClients().data?.clients ?? [];
}

async function rulesToList(all: boolean, own: readonly OwnRule[]): Promise<readonly RuleMeta[]> {
  const { listRules, listAllRules, listOwnRules, policyPage } = await import("../api/explain.ts");
  return [...(all ? [...listAllRules(), policyPage] : listRules()), ...listOwnRules(own)];
}

/**
 * The checkout of a GitHub runner (docs.github.com, "Variables reference") or of a GitLab job (docs.gitlab.com,
 * "Predefined CI/CD variables reference"): annotations need paths relative to its root.
 */
export function findCheckout({ env, cwd }: Pick<Io, "env" | "cwd">): Checkout | undefined {
  const [root, here] = [env["GITHUB_WORKSPACE"] || (env["CI_PROJECT_DIR"] ?? ""), cwd].map((path) =>
    path.replaceAll("\\", "/").replace(/\/$/, ""),
  );
  if (!root || !`${here}/`.startsWith(`${root}/`)) return undefined;
  const { GITHUB_SERVER_URL: server = "", GITHUB_REPOSITORY: repository = "", GITHUB_SHA: commit = "" } = env;
  const known =
    /^https?:\/\/[\w.:-]+$/.test(server) &&
    /^[\w.-]+\/[\w.-]+$/.test(repository) &&
    /^[0-9a-f]+$/.test(commit);
  return {
    prefix: here!.slice(root.length + 1),
    ...(known && { url: `${server}/${repository}/blob/${commit}/` }),
  };
}
