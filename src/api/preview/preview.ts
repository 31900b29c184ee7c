import { SkillsError } from "../../core/errors.ts";
import { estimateTokens } from "../../core/estimate-tokens.ts";
import { type Examination, examineSkill } from "../../lint/examine-skill.ts";
import { readInput } from "../../lint/read-input.ts";
import { writtenSkill } from "../../lint/written-skill.ts";
import type { CatalogEntry, CatalogPlan, CatalogRules, CatalogSkill } from "../../model/client-catalog.ts";
import { documentName } from "../../model/document-name.ts";
import type { ArgumentUse, LoadedSkill, LoadResult } from "../../model/loader.ts";
import type { Outcome, Report, Subject } from "../../model/report.ts";
import { diffLines } from "../../core/line-diff.ts";
import type {
  BodyChange,
  CatalogPreview,
  PreviewData,
  PreviewedFile,
  SkillPreview,
} from "../../model/reports/preview.ts";
import type { Skill } from "../../model/skill.ts";
import type { SkillSource } from "../../model/source.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import { compareLoad } from "../../targets/compare-load.ts";
import { catalogText, listCatalog, toCatalogSkill, withWindow } from "../../targets/list-catalog.ts";
import { loadAs } from "../../targets/load-as.ts";
import type { RecordedVersion } from "../../targets/newest-clients.ts";
import { planCatalog } from "../../targets/plan-catalog.ts";
import { now } from "../clock.ts";
import { chooseClients } from "../compat/choose-clients.ts";
import { findSources } from "../scope/find-sources.ts";
import { prepareExamination, type SurveyOptions } from "../scope/survey-skills.ts";
import { timedReport } from "../timed-report.ts";

export interface PreviewOptions extends Omit<SurveyOptions, "targets"> {
  /** "ID", "ID/VARIANT", and either with "@VERSION"; by default the newest recorded version. */
  readonly client: string;
  /** What the user calls each skill with, as typed after its name, perhaps ""; by default the model chooses the skill. */
  readonly args?: string;
  /** The context window of the model, in tokens; by default that of the client's default model. */
  readonly window?: number;
}

export interface PreviewResult {
  readonly report: Report<PreviewData, "preview">;
  /**
   * The text of the catalog with a mark wherever a description is cut; names and descriptions if it is not recorded.
   */
  readonly marked: string;
}

/**
 * Shows what one client gives the model of a set of skills: the catalog, the bodies and the files that they lead to.
 * The outcome is 2 if it is not known how the client reads a skill, else 1 if it does not load one. Throws a
 * SkillsError if the client is unknown or has no record of its loader, it has no arguments or it is not recorded what
 * becomes of them or how its list depends on the window, nothing can be read, or no skill is in scope.
 * `selected` are the skills, if the caller has them.
 */
export async function preview(
  { client: word, args, window, tokens = "estimate", ...scope }: PreviewOptions,
  selected?: readonly SkillSource[],
): Promise<PreviewResult> {
  const started = now();
  const recorded = inWindow(chooseClient(word), window);
  const use = args === undefined ? undefined : useOfArguments(recorded);
  const { sources, unread } = selected ? { sources: selected, unread: [] } : await findSources(scope);
  const examination = await prepareExamination({ targets: ["spec"], tokens });
  const counter = examination.tokens ?? { name: "estimate", count: estimateTokens };
  const played = sources.map((source) => playSkill(recorded, source, { examination, args }));
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
      ...(use !== undefined && { arguments: use }),
    },
    counter: counter.name,
    catalog: listed.catalog,
    skills,
  };
  return { report: { ...report, outcome: outcomeOf(data), data }, marked: listed.marked };
}

function useOfArguments({ client, version }: RecordedVersion): Exclude<ArgumentUse, "none"> {
  const { takesArguments } = version;
  if (takesArguments !== undefined && takesArguments !== "none") return takesArguments;
  const named = `${client.title} ${version.version}`;
  const problem = takesArguments
    ? `${named} has no arguments for skills`
    : `it is not recorded what ${named} does with arguments`;
  throw new SkillsError("bad-usage", `${problem}; preview it without \`--args\``);
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

function inWindow(recorded: RecordedVersion, window: number | undefined): RecordedVersion {
  if (window === undefined) return recorded;
  if (!Number.isSafeInteger(window) || window < 1)
    throw new SkillsError(
      "bad-usage",
      "the context window is not a number of tokens; use one such as 200000",
    );
  const { client, version } = recorded;
  const catalog = version.catalog && withWindow(version.catalog, window);
  if (catalog) return { client, version: { ...version, catalog } };
  throw new SkillsError(
    "bad-usage",
    `it is not recorded how the context window changes the list of ${client.title}; preview it without \`--window\``,
  );
}

/** A skill as read here, and as a client loads it. */
interface PlayedSkill {
  /** The path of the subject in the report. */
  readonly path: string;
  /** The name of its directory. */
  readonly directory: string;
  /** The absolute path of SKILL.md, if it is on disk. */
  readonly file: string;
  readonly skill: Skill;
  readonly subject: Subject;
  readonly load: LoadResult;
  readonly effects: SkillPreview["effects"];
}

interface Play {
  readonly examination: Examination;
  readonly args: string | undefined;
}

function playSkill(
  { version }: RecordedVersion,
  source: SkillSource,
  { examination, args }: Play,
): PlayedSkill {
  const { skill, subject, bytes } = examineSkill(source, examination);
  const load = loadAs(version, readInput(source, [version], bytes), args);
  const { document } = skill;
  const effects = document ? compareLoad(load, writtenSkill(document), source.name).effects : [];
  return {
    path: source.label,
    directory: source.name,
    file: `${source.directory ?? `/${source.name}`}/${documentName}`.replaceAll("\\", "/"),
    skill,
    subject,
    load,
    effects,
  };
}

function previewSkill(
  { path, skill, load, effects }: PlayedSkill,
  announced: number,
  tokens: TokenCounter,
): SkillPreview {
  if (load.loads !== true)
    return {
      path,
      loads: load.loads === false ? false : null,
      name: null,
      description: null,
      hidden: false,
      effects,
      reasons: [load.reason, ...(load.loads === false && load.said !== undefined ? [load.said] : [])],
      delivery: null,
      body: null,
      changes: [],
      files: [],
      unreachable: [],
      tokens: { announced: 0, body: 0, files: 0 },
    };
  const body = bodyOf(load, skill);
  const files = filesOf(skill, tokens);
  return {
    path,
    loads: true,
    name: load.name,
    description: load.description ?? null,
    hidden: load.hidden === true,
    effects,
    reasons: load.warnings ?? [],
    delivery: load.body === undefined ? "file" : "tool",
    body,
    changes: changesOf(load, skill),
    files,
    unreachable: skill.graph.orphans,
    tokens: {
      announced,
      body: tokens.count(body),
      files: files.reduce((sum, file) => sum + (file.tokens ?? 0), 0),
    },
  };
}

/** Without a body in the record, the model opens SKILL.md and reads all of it. */
function bodyOf({ body }: LoadedSkill, { document }: Skill): string {
  return body ?? document?.source.text ?? "";
}

/** Blank lines at either end do not count, nor a frontmatter that is delivered, too. */
function changesOf({ body }: LoadedSkill, { document }: Skill): readonly BodyChange[] {
  if (body === undefined || !document) return [];
  const written = document.source.slice(document.body.range);
  const delivered = body.trim();
  if (delivered.endsWith(written.trim())) return [];
  const first =
    document.body.range.start.line + written.slice(0, written.search(/\S|$/)).split("\n").length - 1;
  const [before, after] = [written.trim().split(/\r?\n/), delivered.split(/\r?\n/)];
  return diffLines(before, after).map(({ from, fromEnd, to, toEnd }) => ({
    line: first + from,
    written: before.slice(from, fromEnd),
    delivered: after.slice(to, toEnd),
  }));
}

function filesOf(
  { graph: { nodes }, document, texts }: Skill,
  tokens: TokenCounter,
): readonly PreviewedFile[] {
  const byPath = new Map(texts.map((text) => [text.path, text]));
  return nodes.flatMap(({ path, way }) => {
    if (!way || path === document?.file) return [];
    const text = byPath.get(path);
    return [{ path, depth: way.depth, ...(text && { tokens: tokens.count(text.source.text) }) }];
  });
}

interface ListedSkills {
  readonly catalog: CatalogPreview | null;
  readonly marked: string;
  /** Tokens by the path of the subject. */
  readonly announced: ReadonlyMap<string, number>;
}

/** The catalog of the skills that are loaded and not hidden. */
function previewCatalog(
  { version: { catalog: rules } }: RecordedVersion,
  played: readonly PlayedSkill[],
  tokens: TokenCounter,
): ListedSkills {
  const paths = new Map<CatalogSkill, string>();
  for (const { path, directory, file, load } of played)
    if (load.loads === true && !load.hidden) paths.set(toCatalogSkill(load, { directory, path: file }), path);
  const skills = Array.from(paths.keys());
  if (!rules)
    return {
      catalog: null,
      marked: skills.map(({ name, listed }) => `${name}: ${listed}`).join("\n"),
      announced: new Map(
        skills.map((skill) => [paths.get(skill)!, tokens.count(`${skill.name}: ${skill.listed}`)]),
      ),
    };
  const catalog = listCatalog(rules, skills);
  const pathOf = (skill: CatalogSkill) => paths.get(skill)!;
  return {
    catalog: {
      text: catalog.text,
      budget: budgetOf(rules, catalog.needed),
      entries: catalog.entries.map(({ skill, state, shown }) => ({
        skill: pathOf(skill),
        name: skill.name,
        state,
        characters: lengthOf(skill.description),
        shown: shown ?? null,
      })),
      tokens: tokens.count(catalog.text),
      plan: planOf(planCatalog(rules, skills), pathOf),
    },
    marked: catalogText(
      rules,
      catalog.entries.map((entry) => ({ ...entry, ...markOf(entry, rules) })),
    ),
    announced: new Map(
      catalog.entries.map(({ skill, state, shown }) => [
        pathOf(skill),
        state === "absent" ? 0 : tokens.count(rules.format.entry(skill, shown)),
      ]),
    ),
  };
}

function budgetOf({ budget }: CatalogRules, needed = 0): CatalogPreview["budget"] {
  if (budget === "none" || budget === "unknown") return budget;
  const { limit, unit, assumes } = budget;
  const window = "window" in budget ? budget.window : undefined;
  return { limit, unit, needed, assumes, ...(window !== undefined && { window }) };
}

function planOf(
  plan: CatalogPlan | undefined,
  pathOf: (skill: CatalogSkill) => string,
): CatalogPreview["plan"] {
  return plan
    ? {
        shorten: plan.shorten.map(({ skill, save }) => ({
          skill: pathOf(skill),
          characters: lengthOf(skill.description),
          save,
        })),
        join: plan.join.map(pathOf),
      }
    : null;
}

/** A mark where a description is cut, with the number of characters that are lost if only its end is. */
function markOf(
  { state, shown = "", skill: { description } }: CatalogEntry,
  { cut }: CatalogRules,
): Pick<CatalogEntry, "shown"> {
  if (state !== "cut") return {};
  const kept =
    cut && shown.endsWith(cut.ellipsis) ? shown.slice(0, -cut.ellipsis.length || undefined) : shown;
  const lost = description.startsWith(kept) ? `${lengthOf(description) - lengthOf(kept)} characters ` : "";
  return { shown: `${shown}[${lost}cut]` };
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
