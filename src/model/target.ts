import {
  clientRecords,
  realClientRecords,
  systemRecords,
  uploaderRecords,
  validatorRecords,
} from "../generated/targets.ts";
import { systemIds, type SystemId } from "./agent.ts";
import { validatorIds, type ValidatorId } from "./validator.ts";
import { uploadIds, type UploadId } from "./upload.ts";

/**
 * A program that accepts or refuses skills: a validator, an uploader or a simulated system. One id may be both a
 * validator and an uploader.
 */
export type CheckTarget = ValidatorId | UploadId | SystemId;

/** In display order. */
export const checkTargets: readonly CheckTarget[] = Array.from(
  new Set([...validatorIds, ...uploadIds, ...systemIds]),
);

/** Whether the target is a validator, which `lint` and `validate` can ask as well as `check`. */
export function isValidator(id: Target): id is ValidatorId {
  return validatorIds.some((target) => target === id);
}

export function isSystem(id: Target): id is SystemId {
  return systemIds.some((target) => target === id);
}

/** A client with a record. */
export type ClientId = (typeof clientRecords)[number]["id"];

/** Best known first. */
export const clientIds: readonly ClientId[] = clientRecords.map(({ id }) => id);

/** Every program that a user can choose as a target. Three agents are both simulated and recorded as clients. */
export type Target = CheckTarget | ClientId;

/** In display order. */
export const targets: readonly Target[] = Array.from(new Set<Target>([...checkTargets, ...clientIds]));

/** The recorded clients of which it is known how they read a SKILL.md, best known first. */
export const loaderIds: readonly ClientId[] = clientRecords.flatMap(({ id, loads }) => (loads ? [id] : []));

/** The clients that are reported without being asked for. */
export const commonIds: readonly ClientId[] = clientRecords.flatMap(({ id, reach }) =>
  reach === "common" ? [id] : [],
);

/** The clients that words such as "codex >=0.160", "common" and "all" name, best known first. */
export function clientsNamed(words: readonly string[]): readonly ClientId[] {
  const named = new Set(words.map((word) => /^[^/@\s<>=~^]*/.exec(word)?.[0]));
  return clientIds.filter(
    (id) => named.has(id) || named.has("all") || (named.has("common") && commonIds.includes(id)),
  );
}

/** The words, or undefined if they name what is reported anyway. */
export function chosenWords(words: readonly string[] | undefined): readonly string[] | undefined {
  return words?.every((word) => word === "common") ? undefined : words;
}

/** The clients that are named instead of the common ones; undefined without a choice. */
export function chosenClients(words: readonly string[] | undefined): readonly ClientId[] | undefined {
  const chosen = chosenWords(words);
  return chosen && clientsNamed(chosen);
}

export function isClient(id: Target): id is ClientId {
  return clientRecords.some((client) => client.id === id);
}

/** The name of a client in messages; the id of any other target. */
export function titleOf(id: Target): string {
  return clientRecords.find((client) => client.id === id)?.title ?? id;
}

/** A target that `skills validate` and `skills lint` support. */
export type LintTarget = ValidatorId | ClientId;

/** In display order, without clients of which it is not known how they read a SKILL.md. */
export const lintTargets: readonly LintTarget[] = [...validatorIds, ...loaderIds];

export function isLintTarget(id: Target): id is LintTarget {
  return isClient(id) || validatorIds.some((target) => target === id);
}

/**
 * The names of the chosen targets that act on a field beyond the specification: to move or rename it would take it from
 * them.
 */
export function chosenReaders(key: string, chosen: readonly Target[]): readonly string[] {
  return systemRecords.flatMap((record) =>
    "actsOn" in record && chosen.includes(record.id) && record.actsOn.some((field) => field === key)
      ? [titleOf(record.id)]
      : [],
  );
}

/** The chosen targets that refuse every field beyond the specification. */
export function closedAmong(chosen: readonly Target[]): readonly Target[] {
  const closed = [...validatorRecords, ...uploaderRecords].flatMap((record) =>
    "refusesUnknownFields" in record ? [record.id] : [],
  );
  return chosen.filter((id) => closed.some((each) => each === id));
}

/** Whether a chosen target refuses every field beyond the specification, so that none may be added. */
export function refusesUnknownFields(chosen: readonly Target[]): boolean {
  return [...validatorRecords, ...uploaderRecords].some(
    (record) => "refusesUnknownFields" in record && chosen.includes(record.id),
  );
}

/** The first chosen target that reads quotes around a name as part of the name. */
export function quoteKeeper(chosen: readonly Target[]): Target | undefined {
  return uploaderRecords.find((record) => "keepsQuotes" in record && chosen.includes(record.id))?.id;
}

/** The agent that is simulated where nothing else is chosen. */
export const defaultSystem: SystemId = systemRecords.find((record) => "byDefault" in record)!.id;

/** The clients that can be started, best known first. */
export const realClientIds: readonly string[] = realClientRecords.map(({ id }) => id);

/** What validators are, by id. */
export const aboutValidators: readonly (readonly [string, string])[] = validatorRecords.map(
  ({ id, about }) => [id, about],
);

/** What simulated systems are, by id. */
export const aboutSystems: readonly (readonly [string, string])[] = systemRecords.map(({ id, about }) => [
  id,
  about,
]);

/** The targets that are among these, in display order. */
export function inTargetOrder(ids: Iterable<Target>): readonly Target[] {
  const wanted = new Set(ids);
  return targets.filter((id) => wanted.has(id));
}

/** Targets for one archive: clients and systems take none, and uploaders may want different layouts. */
export function packable(targets: readonly Target[]): readonly Target[] {
  const uploads = uploadIds.filter((id) => targets.includes(id));
  return checkTargets.filter(
    (id) =>
      (isValidator(id) && id !== "spec" && targets.includes(id)) ||
      (uploads.length === 1 && id === uploads[0]),
  );
}
