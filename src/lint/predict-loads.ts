import { wellFormed } from "../core/utf8.ts";
import type { LoadedSkill, LoadOutcome, LoadResult, WrittenSkill } from "../model/loader.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { SkillSource } from "../model/source.ts";
import type { RootPosition } from "../model/client-roots.ts";
import type { ClientLoad } from "../model/client-load.ts";
import { readWritten, writtenSkill } from "./written-skill.ts";
import { placeSkill } from "../targets/client-roots.ts";
import { moveSkill, whatIs, whyUnread } from "../targets/misplaced.ts";
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

/** What is known of a skill besides its source. */
interface Known {
  /** Its SKILL.md, if it has been read. */
  readonly bytes?: Uint8Array | undefined;
  readonly document?: SkillDocument | undefined;
  /** Where it is in a root of clients. A client whose root that is not is asked as if the skill were installed for it. */
  readonly position?: RootPosition | undefined;
}

/** Predicts what each client makes of a skill. */
export function predictLoads(
  source: SkillSource,
  clients: readonly RecordedVersion[],
  known: Known = {},
): PredictedLoads {
  const versions = clients.map(({ version }) => version);
  const read = readInput(source, versions, known.bytes);
  const bytes = "bytes" in read ? read.bytes : undefined;
  const written = bytes ? writtenIn(bytes, known.bytes && known.document) : nothing;
  const loads = clients.map((each) => {
    const unread = known.position && unreadAt(known.position, each.version, source.label, written.name);
    const load = unread?.load ?? loadAs(each.version, read);
    const row = rowOf(each, load, compareLoad(load, written, source.name));
    return unread?.help === undefined ? row : { ...row, help: unread.help };
  });
  return { ...(written.name !== undefined && { name: written.name }), loads };
}

interface UnreadSkill {
  readonly load: LoadResult;
  /** The command that helps. */
  readonly help?: string | undefined;
}

/** What a client makes of a skill that it does not read because of its position; undefined if it reads it. */
function unreadAt(
  position: RootPosition,
  { roots: rules }: RecordedVersion["version"],
  label: string,
  name: string | undefined,
): UnreadSkill | undefined {
  const placement = rules && placeSkill(rules, position, label);
  if (!placement || placement.read === true) return undefined;
  const misplacement = placement.reason!;
  if (placement.read === "unknown")
    return {
      load: {
        loads: "unknown",
        reason: `it is not recorded whether this client reads ${whatIs(misplacement)}`,
      },
    };
  return {
    load: { loads: false, reason: whyUnread(misplacement, placement, { title: "this client", rules }) },
    help: placement.isShown ? moveSkill(placement, misplacement, name) : undefined,
  };
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
