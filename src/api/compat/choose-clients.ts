import satisfies from "semver/functions/satisfies.js";
import { SkillsError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Client, ClientVersion } from "../../model/loader.ts";
import { clients } from "../../generated/clients.ts";
import { newestOf } from "../../targets/newest-clients.ts";

/** One recorded version of a client. */
export interface ChosenClient {
  readonly client: Client;
  readonly version: ClientVersion;
  /** Whether the version decides the exit code: it was asked for, and no newer one of its variant was. */
  readonly decides: boolean;
}

/**
 * The recorded versions that the words name: "ID", "ID/VARIANT", and either with "@VERSION". Without words, every
 * version. Throws a SkillsError ("bad-usage") for a client or version without a record.
 */
export function chooseClients(words: readonly string[] = []): readonly ChosenClient[] {
  if (words.length === 0)
    return clients.flatMap((client) =>
      client.versions.map((version) => ({ client, version, decides: false })),
    );
  const chosen = new Map<ClientVersion, ChosenClient>();
  for (const each of words.flatMap(chooseOne))
    if (each.decides || !chosen.has(each.version)) chosen.set(each.version, each);
  return Array.from(chosen.values());
}

function chooseOne(word: string): readonly ChosenClient[] {
  const [, id = "", variant, wanted] = /^([^/@]*)(?:\/([^@]*))?(?:@(.*))?$/s.exec(word) ?? [];
  const client = clients.find((each) => each.id === id) ?? failUnknown(id);
  const ofVariant = client.versions.filter((each) => variant === undefined || each.variant === variant);
  if (ofVariant.length === 0) failVariant(client, variant!);
  const chosen = wanted === undefined ? ofVariant : ofVariant.filter((each) => isVersion(each, wanted));
  if (chosen.length === 0) failVersion(client, ofVariant, wanted!);
  const newest = new Set(newestOf(chosen));
  return chosen.map((version) => ({ client, version, decides: newest.has(version) }));
}

function isVersion({ version, versions }: ClientVersion, wanted: string): boolean {
  return version === wanted || (versions !== "*" && satisfies(wanted, versions, { includePrerelease: true }));
}

function failUnknown(id: string): never {
  const ids = clients.map((each) => each.id);
  const similar = ids.find((each) => each.startsWith(`${id}-`)) ?? nearest(id, ids);
  throw new SkillsError(
    "bad-usage",
    `unknown client ${quote(id)}; ${similar === undefined ? "run `skills clients` for the list" : `did you mean ${quote(similar)}?`}`,
  );
}

function failVariant({ id, versions }: Client, variant: string): never {
  const variants = [...new Set(versions.flatMap((each) => each.variant ?? []))];
  throw new SkillsError(
    "bad-usage",
    variants.length === 0
      ? `client ${quote(id)} has no variants; remove ${quote(`/${variant}`)}`
      : `unknown variant ${quote(variant)} of ${quote(id)}; use ${seriesAtMost(
          variants.map((each) => quote(each)),
          4,
        )}`,
  );
}

function failVersion({ id }: Client, versions: readonly ClientVersion[], wanted: string): never {
  const known = versions.map((each) => (each.versions === "*" ? each.version : each.versions));
  throw new SkillsError(
    "bad-usage",
    `no record of version ${quote(wanted)} of ${quote(id)}; recorded: ${seriesAtMost(known, 4)}`,
  );
}
