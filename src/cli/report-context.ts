import type { Checkout, ReporterContext } from "../model/report.ts";
import type { RuleMeta } from "../model/rule.ts";
import { paintFor } from "./options/color.ts";
import type { Io } from "./io.ts";
import type { OutputPlan } from "./options/output-option.ts";

export interface Wishes {
  readonly color?: boolean;
  readonly quiet?: boolean;
  readonly all?: boolean;
}

/** What the reporters are told beside the report. What the rules say of themselves is loaded for a format that tells it; `allRules` for a command that says more than the rules do. */
export async function reportContext(
  { color, quiet = false, all = false }: Wishes,
  { stdout, files }: OutputPlan,
  io: Io,
  allRules = false,
): Promise<ReporterContext> {
  const tellsRules = [stdout, ...files.map(({ format }) => format)].includes("sarif");
  const { columns } = io.stdout;
  const checkout = findCheckout(io);
  return {
    paint: await paintFor(io, color),
    quiet,
    all,
    ...(columns !== undefined && { width: columns }),
    ...(tellsRules && { rules: await rulesToTell(allRules) }),
    ...(checkout && { checkout }),
  };
}

async function rulesToTell(all: boolean): Promise<readonly RuleMeta[]> {
  const { listRules, listAllRules } = await import("../api/explain.ts");
  return all ? listAllRules() : listRules();
}

/** What GitHub's runner says of itself (docs.github.com, "Variables reference"): it wants paths from the root of what it has checked out. */
export function findCheckout({ env, cwd }: Pick<Io, "env" | "cwd">): Checkout | undefined {
  const [root, here] = [env["GITHUB_WORKSPACE"] ?? "", cwd].map((path) =>
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
