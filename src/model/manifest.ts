import type { Skill } from "./skill.ts";

/** The entry of a file in a manifest. */
export interface Resource {
  /** Relative to the skill's root, with "/". */
  readonly name: string;
  /** SHA-256 of the file's bytes, as 64 lower-case hexadecimal digits. */
  readonly digest: string;
  /** In bytes; absent if another tool wrote the manifest. */
  readonly size?: number;
  /** Absent if another tool wrote the manifest. */
  readonly executable?: boolean;
}

/** A parsed manifest. */
export interface Manifest {
  /** The skill's name, from the subject of the statement. */
  readonly subject: string;
  /** SHA-256 of the raw digests of the resources in their order, in hexadecimal. */
  readonly root: string;
  /** The paths that the manifest ignores; only well-known names. */
  readonly ignored: readonly string[];
  /** In the order in which they are listed. */
  readonly resources: readonly Resource[];
}

/** The name of the manifest file, which is next to SKILL.md. */
export const manifestName = "skill.manifest.json";

/** The name of the file with the manifest's signature (OpenSSF Model Signing), which is next to SKILL.md. */
export const signatureName = "skill.oms.sig";

/** Files that this program and signers write next to SKILL.md: records of the skill, not instructions for an agent. */
const records: ReadonlySet<string> = new Set([manifestName, signatureName, "skills.lock.json"]);

/**
 * Whether a file is one of these records. A file that the skill refers the agent to is an ordinary text, whatever its
 * name is.
 */
export function isRecord(path: string, skill: Pick<Skill, "graph">): boolean {
  return (
    records.has(path) &&
    !skill.graph.nodes.some(({ path: file, way }) => file === path && way && !way.byDirectory)
  );
}

/** The difference between a file and what was expected. */
export interface FileDifference {
  /** "line-endings": only CRLF and LF differ; "mode": only the executable bit differs. */
  readonly kind: "modified" | "line-endings" | "mode" | "missing" | "extra";
  /** Relative to the skill's root, unescaped. */
  readonly path: string;
  readonly expected?: Partial<Omit<Resource, "name">>;
  readonly got?: Partial<Omit<Resource, "name">>;
}
