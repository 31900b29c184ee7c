import { SkillsError } from "../../core/errors.ts";
import { documentName } from "../../model/document-name.ts";
import type { LoadInput, LoadResult, WrittenSkill } from "../../model/loader.ts";
import type { Outcome, Report, Subject } from "../../model/report.ts";
import type { SkillSource } from "../../model/source.ts";
import type { CompatData, CompatRow } from "../../results/compat.ts";
import { writtenSkill } from "../../lint/written-skill.ts";
import { decodeText } from "../../parse/decode.ts";
import { parseSkillMd } from "../../parse/skill-md.ts";
import { compareLoad } from "../../targets/compare-load.ts";
import { now } from "../clock.ts";
import { findSources, type Scope } from "../scope/find-sources.ts";
import { timedReport } from "../timed-report.ts";
import { chooseClients, type ChosenClient } from "./choose-clients.ts";

export interface CompatOptions extends Scope {
  /** "ID", "ID/VARIANT", and either with "@VERSION"; by default every recorded version of every client. */
  readonly clients?: readonly string[];
}

export interface CompatResult {
  readonly report: Report<CompatData>;
}

/**
 * Predicts what agent clients make of skills. The outcome is 2 if the answer of a named client is unknown, else 1 if
 * a named client does not load a skill. Of several recorded versions of a client, the newest decides. Throws a
 * SkillsError if a client is unknown, nothing can be read, or no skill is in scope.
 */
export async function compat({ clients, ...scope }: CompatOptions): Promise<CompatResult> {
  const started = now();
  const chosen = chooseClients(clients);
  const { sources, unread } = await findSources(scope);
  const played = sources.map((source) => playSkill(source, chosen));
  const rows = played.flatMap((each) => each.rows);
  const deciding = played.flatMap((each) => each.rows.filter((_row, at) => chosen[at]!.decides));
  const report = timedReport({
    command: "compat",
    targets: [],
    subjects: played.map(({ subject }) => subject),
    unread,
    started,
    maxWarnings: Infinity,
  });
  return { report: { ...report, outcome: outcomeOf(deciding), data: { rows } } };
}

function outcomeOf(rows: readonly CompatRow[]): Outcome {
  if (rows.some(({ outcome }) => outcome === "unknown")) return 2;
  return rows.some(({ outcome }) => outcome === "not-loaded") ? 1 : 0;
}

function playSkill(
  source: SkillSource,
  chosen: readonly ChosenClient[],
): { readonly subject: Subject; readonly rows: readonly CompatRow[] } {
  const document = readDocument(source);
  const load = document ? loadWith(document) : () => missing;
  const rows = chosen.map(({ client, version }) => {
    const result = version.load ? load(version.load) : unrecorded;
    return {
      skill: source.label,
      client: client.id,
      title: client.title,
      ...(version.variant !== undefined && { variant: version.variant }),
      version: version.version,
      versions: version.versions,
      ...rowOf(
        result.load,
        result.written,
        document?.input ?? { directory: source.name, bytes: new Uint8Array() },
      ),
      evidence: version.evidence,
    };
  });
  const name = document?.written.name;
  const subject: Subject = {
    kind: "skill",
    path: source.label,
    ...(name !== undefined && { name }),
    verdicts: {},
    findings: [],
    partial: [],
  };
  return { subject, rows };
}

interface Played {
  readonly load: LoadResult;
  readonly written: WrittenSkill;
}

const nothing: WrittenSkill = { body: "", hasMetadata: false };
const missing: Played = { load: { loads: false, reason: `${documentName} is missing` }, written: nothing };
const unrecorded: Played = {
  load: { loads: "unknown", reason: "it is not recorded how this client reads SKILL.md" },
  written: nothing,
};

interface ReadDocument {
  readonly input: LoadInput;
  readonly written: WrittenSkill;
}

/** Undefined if there is no SKILL.md in exactly this case, as no client looks for another name everywhere. */
function readDocument(source: SkillSource): ReadDocument | undefined {
  try {
    const bytes = source.read(documentName);
    const { source: text, facts } = decodeText(bytes);
    return {
      input: { directory: source.name, bytes },
      written: writtenSkill(parseSkillMd(documentName, text, facts)),
    };
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}

function loadWith({ input, written }: ReadDocument): (load: (input: LoadInput) => LoadResult) => Played {
  return (load) => ({ load: load(input), written });
}

type Predicted = Pick<
  CompatRow,
  "outcome" | "silent" | "name" | "description" | "listed" | "hidden" | "effects" | "reasons" | "said"
>;

function rowOf(load: LoadResult, written: WrittenSkill, input: LoadInput): Predicted {
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
    listed: hidden ? null : (load.listed ?? description),
    hidden,
    effects,
    reasons: warnings,
  };
}
