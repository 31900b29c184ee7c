import { wellFormed } from "../core/utf8.ts";
import type { LoadedSkill, LoadOutcome, LoadResult, WrittenSkill } from "../model/loader.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { SkillSource } from "../model/source.ts";
import type { ClientLoad } from "../model/client-load.ts";
import { readWritten, writtenSkill } from "./written-skill.ts";
import { compareLoad } from "../targets/compare-load.ts";
import { loadAs } from "../targets/load-as.ts";
import type { RecordedVersion } from "../targets/newest-clients.ts";
import { readInput } from "./read-input.ts";

export interface PredictedLoads {
  /** The name in the frontmatter; absent if there is none. */
  readonly name?: string;
  /** In the order of the clients. */
  readonly loads: readonly ClientLoad[];
}

/** Predicts what each client makes of a skill. `known`: its SKILL.md, if it has been read. */
export function predictLoads(
  source: SkillSource,
  clients: readonly RecordedVersion[],
  known: { readonly bytes?: Uint8Array | undefined; readonly document?: SkillDocument | undefined } = {},
): PredictedLoads {
  const read = readInput(source, known.bytes);
  const bytes = "bytes" in read ? read.bytes : undefined;
  const written = bytes ? writtenIn(bytes, known.bytes && known.document) : nothing;
  const loads = clients.map((each) => {
    const load = loadAs(each.version, read);
    return rowOf(each, load, compareLoad(load, written, source.name));
  });
  return { ...(written.name !== undefined && { name: written.name }), loads };
}

function writtenIn(bytes: Uint8Array, document: SkillDocument | undefined): WrittenSkill {
  return document ? writtenSkill(document) : readWritten(bytes);
}

const nothing: WrittenSkill = { body: "", hasMetadata: false };

function rowOf(
  { client: { id: client, title }, version: recorded, versionAsked }: RecordedVersion,
  load: LoadResult,
  { outcome, effects, kept }: LoadOutcome,
): ClientLoad {
  const { variant, version, versions, evidence } = recorded;
  const { name, description, listed } = load.loads === true ? shownOf(load) : nothingShown;
  const hidden = effects.includes("hidden");
  const reasons = load.loads === true ? (load.warnings ?? none) : [load.reason];
  const said = load.loads === false ? load.said : undefined;
  const silent =
    load.loads === true
      ? outcome !== "as-written" && reasons.length === 0
      : load.loads === false && said === undefined && !hidden;
  // There are a hundred thousand of these for a large collection, so no other objects are spread into them.
  return {
    client,
    title,
    variant,
    version,
    versions,
    versionAsked,
    outcome,
    silent,
    name,
    description,
    listed,
    hidden,
    effects,
    kept,
    reasons,
    said,
    evidence,
  };
}

const none: readonly string[] = [];

type Shown = Pick<ClientLoad, "name" | "description" | "listed">;

const nothingShown: Shown = { name: null, description: null, listed: null };

function shownOf(load: LoadedSkill): Shown {
  const { name, description = null, hidden = false } = load;
  const listed = load.listed ?? description;
  return { name, description, listed: hidden || listed === null ? null : wellFormed(listed) };
}
