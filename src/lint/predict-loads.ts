import type { SourceText } from "../core/source-text.ts";
import { wellFormed } from "../core/utf8.ts";
import type { LoadResult, WrittenSkill } from "../model/loader.ts";
import type { SkillSource } from "../model/source.ts";
import type { ClientLoad } from "../results/compat.ts";
import { writtenSkill } from "./written-skill.ts";
import { decodeText } from "../parse/decode.ts";
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
  known: { readonly bytes?: Uint8Array | undefined; readonly text?: SourceText | undefined } = {},
): PredictedLoads {
  const read = readInput(source, known.bytes);
  const written =
    "bytes" in read ? writtenSkill((known.bytes && known.text) ?? decodeText(read.bytes).source) : nothing;
  const loads = clients.map(({ client, version }) => ({
    client: client.id,
    title: client.title,
    ...(version.variant !== undefined && { variant: version.variant }),
    version: version.version,
    versions: version.versions,
    ...describe(loadAs(version, read), written, source.name),
    evidence: version.evidence,
  }));
  return { ...(written.name !== undefined && { name: written.name }), loads };
}

const nothing: WrittenSkill = { body: "", hasMetadata: false };

type Predicted = Pick<
  ClientLoad,
  "outcome" | "silent" | "name" | "description" | "listed" | "hidden" | "effects" | "reasons" | "said"
>;

function describe(load: LoadResult, written: WrittenSkill, directory: string): Predicted {
  const { outcome, effects } = compareLoad(load, written, directory);
  if (load.loads !== true)
    return {
      outcome,
      silent: load.loads === false && load.said === undefined,
      name: null,
      description: null,
      listed: null,
      hidden: false,
      effects,
      reasons: [load.reason],
      ...(load.loads === false && load.said !== undefined && { said: load.said }),
    };
  const { name, description = null, hidden = false, warnings = [] } = load;
  const listed = load.listed ?? description;
  return {
    outcome,
    silent: outcome !== "as-written" && warnings.length === 0,
    name,
    description,
    listed: hidden || listed === null ? null : wellFormed(listed),
    hidden,
    effects,
    reasons: warnings,
  };
}
