import type { Client, ClientVersion } from "../model/loader.ts";

export interface RecordedVersion {
  readonly client: Client;
  readonly version: ClientVersion;
  /** Set if this version or a range with it was asked for, so that it is named. */
  readonly versionAsked?: true;
}

/** The newest recorded version of each variant of the clients. */
export function newestVersions(clients: readonly Client[]): readonly RecordedVersion[] {
  return clients.flatMap((client) => newestOf(client.versions).map((version) => ({ client, version })));
}

/** Those of the clients that are reported without being asked for, and those with the ids. */
export function commonClients(
  clients: readonly Client[],
  ids: readonly string[] = [],
): readonly RecordedVersion[] {
  return newestVersions(clients).filter(({ client }) => client.reach === "common" || ids.includes(client.id));
}

/**
 * A function that returns the clients to report, by default the common ones, and those among the targets. Called for
 * each skill of a run, so equal targets give the same array.
 */
export function clientsFor(
  recorded: readonly Client[],
  reported?: readonly RecordedVersion[],
): (targets: readonly string[]) => readonly RecordedVersion[] {
  const known = new Map<string, readonly RecordedVersion[]>();
  return (targets) => {
    const key = targets.join();
    const clients =
      known.get(key) ??
      (reported ? withTargets(reported, recorded, targets) : commonClients(recorded, targets));
    known.set(key, clients);
    return clients;
  };
}

function withTargets(
  reported: readonly RecordedVersion[],
  recorded: readonly Client[],
  targets: readonly string[],
): readonly RecordedVersion[] {
  const more = newestVersions(recorded).filter(
    ({ client, version }) =>
      targets.includes(client.id) && !reported.some((each) => each.version === version),
  );
  return more.length === 0 ? reported : [...reported, ...more];
}

/** The first version of each variant, as versions are listed newest first. */
export function newestOf(versions: readonly ClientVersion[]): readonly ClientVersion[] {
  return versions.filter(
    ({ variant }, at) => versions.findIndex((other) => other.variant === variant) === at,
  );
}
