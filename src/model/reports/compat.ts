import type { CompatRow } from "../client-load.ts";
import type { Evidence } from "../evidence.ts";

/** The data of the report of `skills compat`. */
export interface CompatData {
  /** By skill, then in the order of the registry; a row for each variant and recorded version of a client. */
  readonly rows: readonly CompatRow[];
}

/** The data of the report of `skills clients`. */
export interface ClientsData {
  /** In the order of the registry; one for each variant and recorded version. */
  readonly clients: readonly RecordedClient[];
  /** What the programs are that were asked about, in that order; absent if none was. */
  readonly programs?: readonly DescribedProgram[];
  /** What changed between recorded versions, by client; absent if it was not asked for. */
  readonly changes?: readonly ClientChange[];
}

/** A recorded version of a client compared with the one before. */
export interface ClientChange {
  readonly client: string;
  readonly from: string;
  readonly to: string;
  /** The cases that both records have, and the names of those with another answer. */
  readonly answers: { readonly compared: number; readonly changed: readonly string[] };
  /** The same for the lists of whole sets of skills, with the characters of each. */
  readonly lists: {
    readonly compared: number;
    readonly changed: readonly { readonly set: string; readonly from: number; readonly to: number }[];
  };
}

/** "agent": `skills test` simulates it by its documents. */
export type ProgramKind = "client" | "validator" | "uploader" | "agent";

export interface DescribedProgram {
  readonly id: string;
  /** Its name, as in messages. */
  readonly title: string;
  /** At least one. */
  readonly kinds: readonly ProgramKind[];
  /** Packages, owner/repo path@commit, or URLs. */
  readonly sources: readonly string[];
}

export interface RecordedClient {
  readonly client: string;
  readonly title: string;
  readonly variant?: string;
  readonly version: string;
  readonly versions: string;
  /** Whether the client is reported without being asked for. */
  readonly reach: "common" | "niche";
  readonly evidence: Evidence;
  readonly sources: readonly string[];
  /** The day of the evidence, as YYYY-MM-DD. */
  readonly checked: string;
  /** Age of the evidence in days. */
  readonly age: number;
  /** Whether it is the newest record of its client or variant and older than 30 days. */
  readonly old: boolean;
}
