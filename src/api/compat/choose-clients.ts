import satisfies from "semver/functions/satisfies.js";
import intersects from "semver/ranges/intersects.js";
import validRange from "semver/ranges/valid.js";
import { SkillsError } from "../../core/errors.ts";
import { nearestSetting } from "../../model/nearest-setting.ts";
import { seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Client, ClientVersion } from "../../model/loader.ts";
import { clients } from "../../generated/clients.ts";
import { newestOf, type RecordedVersion } from "../../targets/newest-clients.ts";

/** One recorded version of a client. */
export interface ChosenClient extends RecordedVersion {
  /**
   * Whether the version decides the exit code: it is in a range that was asked for, or no newer one of its variant was
   * asked for.
   */
  readonly decides: boolean;
}

/**
 * The recorded versions that the words name: "ID", "ID/VARIANT", either with "@VERSION" or a range such as " >=1.2",
 * "common" and "all". Without words, every version. Throws a SkillsError ("bad-usage") for a client or version without
 * a record.
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

/**
 * The versions to report for the words of the config or of --client: the newest of each variant, or all in a range.
 * Throws as `chooseClients` does.
 */
export function reportedVersions(words: readonly string[]): readonly RecordedVersion[] {
  const chosen = chooseClients(words).filter(({ decides }) => decides);
  return clients.flatMap((client) => chosen.filter((each) => each.client === client));
}

function chooseOne(word: string): readonly ChosenClient[] {
  if (word === "all" || word === "common")
    return clients
      .filter(({ reach }) => word === "all" || reach === "common")
      .flatMap(({ id }) => chooseOne(id));
  const [, id = "", variant, wanted, range] =
    /^([^/@\s<>=~^]*)(?:\/([^@\s<>=~^]*))?(?:@(.*)|\s*(\S.*))?$/s.exec(word) ?? [];
  const client = clients.find((each) => each.id === id) ?? failUnknown(id);
  const ofVariant = client.versions.filter((each) => variant === undefined || each.variant === variant);
  if (ofVariant.length === 0) failVariant(client, variant!);
  if (range !== undefined) return inRange(client, ofVariant, range);
  const chosen = wanted === undefined ? ofVariant : ofVariant.filter((each) => isVersion(each, wanted));
  if (chosen.length === 0) failVersion(client, ofVariant, wanted!);
  const newest = new Set(newestOf(chosen));
  return chosen.map((version) => ({
    client,
    version,
    decides: newest.has(version),
    ...(wanted !== undefined && { versionAsked: true }),
  }));
}

function inRange(client: Client, versions: readonly ClientVersion[], range: string): readonly ChosenClient[] {
  if (validRange(range) === null)
    throw new SkillsError(
      "bad-usage",
      `${quote(range, 60)} is not a range of versions; write one such as ${quote(`${client.id} >=1.2`)}`,
    );
  const chosen = versions.filter(
    (each) => each.versions !== "*" && intersects(each.versions, range, { includePrerelease: true }),
  );
  if (chosen.length === 0) failVersion(client, versions, range);
  return chosen.map((version) => ({ client, version, decides: true, versionAsked: true }));
}

function isVersion({ version, versions }: ClientVersion, wanted: string): boolean {
  return version === wanted || (versions !== "*" && satisfies(wanted, versions, { includePrerelease: true }));
}

function failUnknown(id: string): never {
  const ids = [...clients.map((each) => each.id), "all", "common"];
  const similar = ids.find((each) => each.startsWith(`${id}-`)) ?? nearestSetting(id, ids);
  throw new SkillsError(
    "bad-usage",
    `unknown client ${quote(id, 60)}; ${similar === undefined ? "run `skills clients` for the list" : `did you mean ${quote(similar)}?`}`,
  );
}

function failVariant({ id, versions }: Client, variant: string): never {
  const variants = [...new Set(versions.flatMap((each) => each.variant ?? []))];
  throw new SkillsError(
    "bad-usage",
    variants.length === 0
      ? `client ${quote(id)} has no variants; remove ${quote(`/${variant}`)}`
      : `unknown variant ${quote(variant, 60)} of ${quote(id)}; use ${seriesAtMost(
          variants.map((each) => quote(each)),
          4,
        )}`,
  );
}

function failVersion({ id }: Client, versions: readonly ClientVersion[], wanted: string): never {
  const known = versions.map((each) => (each.versions === "*" ? each.version : each.versions));
  throw new SkillsError(
    "bad-usage",
    `no record of version ${quote(wanted, 60)} of ${quote(id)}; recorded: ${seriesAtMost(known, 4)}`,
  );
}
