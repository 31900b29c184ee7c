import type { RootRules } from "../../../model/client-roots.ts";
import type { Client } from "../../../model/loader.ts";
import { unknownScan } from "../../reading/root-scans.ts";

/** Where skills are installed for a client, if that is all that is known of it. */
export const installPaths = "npm skills 1.7.4 docs/agents.md";

interface Documented extends Omit<Client, "versions"> {
  readonly sources: readonly string[];
  /** What the documentation states about where a client looks. */
  readonly roots?: Pick<RootRules, "project" | "user"> & Partial<RootRules>;
}

/** A client of which only documentation was read, which does not state how it reads a SKILL.md. */
export function documented({ sources, roots, ...client }: Documented): Client {
  const evidence = { version: "docs", versions: "*", evidence: "documented", checked: "2026-11-22" } as const;
  const rules = roots && {
    ...unknownScan,
    evidence: evidence.evidence,
    above: "cwd" as const,
    duplicates: "unspecified" as const,
    ...roots,
  };
  return { ...client, versions: [{ ...evidence, sources, ...(rules && { roots: rules }) }] };
}
