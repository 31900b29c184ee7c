import type { Target } from "../model/target.ts";
import { clients } from "../generated/clients.ts";
import { newestVersions, type RecordedVersion } from "../targets/newest-clients.ts";

// Imported only dynamically: `validate` loads the records only for a client that was asked for.

/** A function that returns those of the recorded clients that are among the targets. */
export function askedClients(): (targets: readonly Target[]) => readonly RecordedVersion[] {
  const all = newestVersions(clients);
  return (targets) => all.filter(({ client }) => targets.some((id) => id === client.id));
}
