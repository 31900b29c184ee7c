import type { Skill } from "./skill.ts";

/** One file of a skill, as a manifest lists it. */
export interface Resource {
  /** The path from the skill's root, with "/". */
  readonly name: string;
  /** SHA-256 of its bytes, 64 lowercase hexadecimal digits. */
  readonly digest: string;
  /** In bytes; absent from a manifest that another tool made. */
  readonly size?: number;
  /** Absent from a manifest that another tool made. */
  readonly executable?: boolean;
}

/** A parsed manifest. */
export interface Manifest {
  /** The skill's name, as the statement's subject has it. */
  readonly subject: string;
  /** SHA-256 over the raw digests of the resources in their order, hexadecimal. */
  readonly root: string;
  /** The paths that the manifest ignores; only well-known names. */
  readonly ignored: readonly string[];
  /** In the order listed. */
  readonly resources: readonly Resource[];
}

/** The manifest's file, beside SKILL.md. */
export const manifestName = "skill.manifest.json";

/** A signature over it (OpenSSF Model Signing), beside SKILL.md. */
export const signatureName = "skill.oms.sig";

/** Files that this program and signers write next to SKILL.md: records of the skill, not instructions for an agent. */
const records: ReadonlySet<string> = new Set([manifestName, signatureName, "skills.lock.json"]);

/** Whether a file is such a record. One that the skill leads its agent to is a text like any other, whatever it is called. */
export function isRecord(path: string, skill: Pick<Skill, "graph">): boolean {
  return (
    records.has(path) &&
    !skill.graph.nodes.some(({ path: file, way }) => file === path && way && !way.byDirectory)
  );
}

/** How one file differs from what was expected. */
export interface FileDifference {
  /** "line-endings": the same text but for CRLF and LF; "mode": the same bytes but for the right to run it. */
  readonly kind: "modified" | "line-endings" | "mode" | "missing" | "extra";
  /** From the skill's root, unescaped. */
  readonly path: string;
  readonly expected?: Partial<Omit<Resource, "name">>;
  readonly got?: Partial<Omit<Resource, "name">>;
}
