import { SkillsError } from "../../core/errors.ts";
import { documentName } from "../../model/document-name.ts";
import type { LoadInput, LoadResult, WrittenSkill } from "../../model/loader.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { SkillSource } from "../../model/source.ts";
import type { ClientLoad } from "../../results/compat.ts";
import { writtenSkill } from "../../lint/written-skill.ts";
import { decodeText } from "../../parse/decode.ts";
import { compareLoad } from "../../targets/compare-load.ts";
import type { ChosenClient } from "./choose-clients.ts";

export interface PredictedLoads {
  /** The name in the frontmatter; absent if there is none. */
  readonly name?: string;
  /** In the order of the clients. */
  readonly loads: readonly ClientLoad[];
}

/** Predicts what each client makes of a skill. `document` is its parsed SKILL.md, if that is known. */
export function predictLoads(
  source: SkillSource,
  clients: readonly Pick<ChosenClient, "client" | "version">[],
  document?: SkillDocument,
): PredictedLoads {
  const read = readDocument(source, document);
  const input = read?.input ?? { directory: source.name, bytes: new Uint8Array() };
  const written = read?.written ?? { body: "", hasMetadata: false };
  const loads = clients.map(({ client, version }) => {
    const load = version.load ? (read ? version.load(input) : missing) : unrecorded;
    return {
      client: client.id,
      title: client.title,
      ...(version.variant !== undefined && { variant: version.variant }),
      version: version.version,
      versions: version.versions,
      ...loadOf(load, written, input),
      evidence: version.evidence,
    };
  });
  return { ...(written.name !== undefined && { name: written.name }), loads };
}

const missing: LoadResult = { loads: false, reason: `${documentName} is missing` };
const unrecorded: LoadResult = {
  loads: "unknown",
  reason: "it is not recorded how this client reads SKILL.md",
};

interface ReadDocument {
  readonly input: LoadInput;
  readonly written: WrittenSkill;
}

/** Undefined if there is no SKILL.md in exactly this case, as no client looks for another name everywhere. */
function readDocument(source: SkillSource, document?: SkillDocument): ReadDocument | undefined {
  try {
    const bytes = source.read(documentName);
    return {
      input: { directory: source.name, bytes },
      written: writtenSkill(document?.source ?? decodeText(bytes).source),
    };
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}

type Predicted = Pick<
  ClientLoad,
  "outcome" | "silent" | "name" | "description" | "listed" | "hidden" | "effects" | "reasons" | "said"
>;

function loadOf(load: LoadResult, written: WrittenSkill, input: LoadInput): Predicted {
  const { outcome, effects } = compareLoad(load, written, input);
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
  return {
    outcome,
    silent: outcome !== "as-written" && warnings.length === 0,
    name,
    description,
    listed: hidden ? null : withoutHalves(load.listed ?? description),
    hidden,
    effects,
    reasons: warnings,
  };
}

/** Half of a surrogate pair, left by a cut in UTF-16 units, reaches the model as U+FFFD. */
function withoutHalves(text: string | null): string | null {
  return text === null ? null : text.replace(/\p{Surrogate}/gu, "\ufffd");
}
