// What the pages are made of: the pages of `skillwright explain`, and the client records with their answers to the cases.
import { describeLoadInShort } from "../../src/report/commands/load-words.ts";
import { clients } from "../../src/generated/clients.ts";
import { predictLoads } from "../../src/lint/predict-loads.ts";
import type { ClientLoad } from "../../src/model/client-load.ts";
import { openMemory } from "../../src/model/memory-source.ts";

export { clientChanges } from "../../src/generated/client-changes.ts";
export { explainAll } from "../../src/api/explain.ts";
export { repository } from "../../src/model/address.ts";
export { rulesReadme } from "../../src/report/pages/rule-docs.ts";
export { severityOf } from "../../src/report/pages/rule-text.ts";
export { show } from "../../src/core/show.ts";
export { titleOf } from "../../src/model/target.ts";
export { clients };

/** A small SKILL.md, and the name of its directory. */
export interface Case {
  readonly directory: string;
  readonly text: string;
}

/** What a recorded version makes of a case. */
export interface Answer {
  readonly client: string;
  readonly variant?: string | undefined;
  readonly version: string;
  readonly outcome: ClientLoad["outcome"];
  /** Why the skill is not loaded, or how it differs; empty if it is as written. */
  readonly words: string;
}

/** Every record that says how a SKILL.md is read. */
const recorded = clients.flatMap((client) =>
  client.versions.flatMap((version) => (version.load ? [{ client, version }] : [])),
);

/** What all recorded versions make of a case, in the order of the records. */
export function answersTo({ directory, text }: Case): readonly Answer[] {
  const source = openMemory(directory, { "SKILL.md": text }, undefined);
  return predictLoads(source, recorded).loads.map((load) => ({
    client: load.client,
    variant: load.variant,
    version: load.version,
    outcome: load.outcome,
    words: load.outcome === "as-written" ? "" : describeLoadInShort(load),
  }));
}
