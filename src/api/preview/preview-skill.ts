import { documentName } from "../../model/document-name.ts";
import type { LoadedSkill, LoadResult } from "../../model/loader.ts";
import type { Subject } from "../../model/report.ts";
import type { Skill } from "../../model/skill.ts";
import type { SkillSource } from "../../model/source.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import type { PreviewedFile, SkillPreview } from "../../model/reports/preview.ts";
import { examineSkill, type Examination } from "../../lint/examine-skill.ts";
import { writtenSkill } from "../../lint/written-skill.ts";
import { compareLoad } from "../../targets/compare-load.ts";
import { loadAs } from "../../targets/load-as.ts";
import type { RecordedVersion } from "../../targets/newest-clients.ts";
import { readInput } from "../../lint/read-input.ts";

/** A skill as read here, and as a client loads it. */
export interface PlayedSkill {
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

export function playSkill(
  { version }: RecordedVersion,
  source: SkillSource,
  examination: Examination,
): PlayedSkill {
  const { skill, subject, bytes } = examineSkill(source, examination);
  const load = loadAs(version, readInput(source, bytes));
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

export function previewSkill(
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
