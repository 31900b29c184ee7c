import { SkillsError } from "../../core/errors.ts";
import type { Outcome, Report } from "../../model/report.ts";
import type { PreviewData } from "../../model/reports/preview.ts";
import type { RecordedVersion } from "../../targets/newest-clients.ts";
import { chooseClients } from "../compat/choose-clients.ts";
import { now } from "../clock.ts";
import { findSources } from "../scope/find-sources.ts";
import { prepareExamination, type SurveyOptions } from "../scope/survey-skills.ts";
import { timedReport } from "../timed-report.ts";
import { estimateTokens } from "../../core/estimate-tokens.ts";
import { previewCatalog } from "./preview-catalog.ts";
import { playSkill, previewSkill } from "./preview-skill.ts";

export interface PreviewOptions extends Omit<SurveyOptions, "targets"> {
  /** "ID", "ID/VARIANT", and either with "@VERSION"; by default the newest recorded version. */
  readonly client: string;
}

export interface PreviewResult {
  readonly report: Report<PreviewData>;
  /**
   * The text of the catalog with a mark wherever a description is cut; names and descriptions if it is not recorded.
   */
  readonly marked: string;
}

/**
 * Shows what one client gives the model of a set of skills: the catalog, the bodies and the files that they lead to.
 * The outcome is 2 if it is not known how the client reads a skill, else 1 if it does not load one. Throws a
 * SkillsError if the client is unknown or has no record of its loader, nothing can be read, or no skill is in scope.
 */
export async function preview({
  client: word,
  tokens = "estimate",
  ...scope
}: PreviewOptions): Promise<PreviewResult> {
  const started = now();
  const recorded = chooseClient(word);
  const { sources, unread } = await findSources(scope);
  const examination = await prepareExamination({ targets: ["spec"], tokens });
  const counter = examination.tokens ?? { name: "estimate", count: estimateTokens };
  const played = sources.map((source) => playSkill(recorded, source, examination));
  const listed = previewCatalog(recorded, played, counter);
  const skills = played.map((each) => previewSkill(each, listed.announced.get(each.path) ?? 0, counter));
  const report = timedReport({
    command: "preview",
    targets: [],
    subjects: played.map(({ subject }) => subject),
    unread,
    started,
    maxWarnings: Infinity,
  });
  const { client, version } = recorded;
  const data: PreviewData = {
    client: {
      client: client.id,
      title: client.title,
      ...(version.variant !== undefined && { variant: version.variant }),
      version: version.version,
      versions: version.versions,
      evidence: version.evidence,
      checked: version.checked,
    },
    counter: counter.name,
    catalog: listed.catalog,
    skills,
  };
  return { report: { ...report, outcome: outcomeOf(data), data }, marked: listed.marked };
}

function outcomeOf({ skills }: PreviewData): Outcome {
  if (skills.some(({ loads }) => loads === null)) return 2;
  return skills.some(({ loads }) => loads === false) ? 1 : 0;
}

/** The newest of the versions that the word names; of several variants, the first that is recorded. */
function chooseClient(word: string): RecordedVersion {
  const chosen = chooseClients([word]);
  const found = chosen.find(({ version }) => version.load !== undefined);
  if (found) return found;
  throw new SkillsError(
    "bad-usage",
    `it is not recorded how ${chosen[0]!.client.title} reads a SKILL.md; run \`skills clients\` for other clients`,
  );
}
