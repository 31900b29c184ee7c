import { SkillsError } from "../../core/errors.ts";
import { readInput } from "../../lint/read-input.ts";
import { documentName } from "../../model/document-name.ts";
import type { CatalogEntry } from "../../model/agent.ts";
import type { CatalogSkill, CatalogState } from "../../model/client-catalog.ts";
import type { LoadResult } from "../../model/loader.ts";
import type { SkillSource } from "../../model/source.ts";
import { listCatalog, toCatalogSkill } from "../../targets/list-catalog.ts";
import { loadAs } from "../../targets/load-as.ts";
import type { RecordedVersion } from "../../targets/newest-clients.ts";
import { reportedVersions } from "../compat/choose-clients.ts";

/** The skills that one client shows to its model, as texts to compare prompts with. */
export interface ComparedCatalog {
  /** As in the `held` of a routing file: "codex", "copilot/cli", "codex@0.160.0" if the version was asked for. */
  readonly key: string;
  readonly recorded: RecordedVersion;
  /** What is shown. */
  readonly shown: readonly CatalogEntry[];
  /** The same with every description whole, also of skills that the catalog has no room for. */
  readonly whole: readonly CatalogEntry[];
  /** What is shown of each description, by the path of the skill. */
  readonly states: ReadonlyMap<string, CatalogState>;
  /** Of every skill in scope, by path. */
  readonly loads: ReadonlyMap<string, LoadResult>;
}

/** The clients that words of the config or a routing file name. Throws a SkillsError if none of them can be compared. */
export function comparedClients(words: readonly string[]): readonly RecordedVersion[] {
  const chosen = reportedVersions(words).filter(({ version }) => version.load !== undefined);
  if (chosen.length > 0) return chosen;
  throw new SkillsError("bad-usage", "it is not recorded how these clients read a SKILL.md", {
    hint: "run `skills clients` for other clients",
  });
}

/** The key of a recorded version in a routing file. */
export function keyOf({
  client: { id },
  version: { variant, version },
  versionAsked,
}: RecordedVersion): string {
  const of = variant === undefined ? id : `${id}/${variant}`;
  return versionAsked ? `${of}@${version}` : of;
}

/** Lists the skills as a client does. */
export function compareCatalog(recorded: RecordedVersion, sources: readonly SkillSource[]): ComparedCatalog {
  const { version } = recorded;
  const loads = new Map(
    sources.map((source) => [source.label, loadAs(version, readInput(source, [version]))]),
  );
  const paths = new Map<CatalogSkill, string>();
  for (const { label, name: directory, directory: at } of sources) {
    const load = loads.get(label)!;
    if (load.loads !== true || load.hidden) continue;
    const path = `${at ?? `/${directory}`}/${documentName}`.replaceAll("\\", "/");
    paths.set(toCatalogSkill(load, { directory, path }), label);
  }
  const skills = Array.from(paths.keys());
  const entries = version.catalog
    ? listCatalog(version.catalog, skills).entries
    : skills.map((skill) => ({ skill, state: "whole" as const, shown: skill.listed }));
  const entryOf = (skill: CatalogSkill, description: string): CatalogEntry => ({
    name: skill.name,
    description,
    scope: "project",
    path: paths.get(skill)!,
    hidden: false,
  });
  return {
    key: keyOf(recorded),
    recorded,
    shown: entries.flatMap(({ skill, state, shown = "" }) =>
      state === "absent" ? [] : [entryOf(skill, unescaped(shown))],
    ),
    whole: skills.map((skill) => entryOf(skill, skill.description)),
    states: new Map(entries.map(({ skill, state }) => [paths.get(skill)!, state])),
    loads,
  };
}

/** The names of character entities, which some clients write, are no words of a description. */
function unescaped(shown: string): string {
  return shown.replaceAll(/&(?:amp|apos|gt|lt|quot|#\d+|#x[\da-f]+);/gi, " ");
}
