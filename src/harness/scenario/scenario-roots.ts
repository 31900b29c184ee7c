import path from "node:path";
import { readPromptFiles } from "../own-prompts.ts";
import { type ProjectPlace, textOf } from "../project-settings.ts";
import type { System } from "../system.ts";
import {
  type RootedSkill,
  type RootSpec,
  type Settings,
  shownAt,
  type SkillRoot,
} from "../../model/agent.ts";
import type { FileProblem } from "../../core/file-problem.ts";
import { nearest } from "../../core/nearest.ts";
import { compareText } from "../../core/order.ts";
import type { FilePosition } from "../../core/place.ts";
import { quote } from "../../core/show.ts";
import type { Scenario } from "../../model/scenario.ts";
import { openMemory } from "../../model/memory-source.ts";
import type { SkillSource } from "../../model/source.ts";
import { isDocumentNameInAnyCase } from "../../model/document-name.ts";
import { readNames } from "../../read/listing-names.ts";
import { openDirectory } from "../../read/directory.ts";
import { byDirectory, type GivenFiles, holdsDocument, scanGiven } from "../../find/scan-given.ts";
import { readFileIfThere } from "../../read/open-file.ts";
import { scanRoots } from "../../find/scan-roots.ts";
import { isDirectory } from "../../read/there.ts";

/**
 * The system's roots for a scenario that sets where its skills are, relative to its directory; undefined if it does
 * not. Without `home`, no home directory is searched, so that results do not depend on the machine.
 */
export function scenarioRoots(
  {
    places: { project, files, home, skills, skillFiles, environment },
    settingsBySystem,
  }: Pick<Scenario, "places" | "settingsBySystem">,
  system: System,
  directory: string,
): readonly SkillRoot[] | undefined {
  const inFiles = files !== undefined && holdsDocument(files);
  const isPlaced = project !== undefined || home !== undefined || skills || skillFiles || inFiles;
  if (!isPlaced) return undefined;
  const specs = system.roots(environment, settingsBySystem[system.id]);
  const scanned = specs.filter((spec) => (isOfHome(spec) ? home : project) !== undefined);
  const from = (place: string): string => path.resolve(directory, place);
  // It must not contain the other one.
  const places = {
    project: from(project ?? absentBeside(home)),
    home: from(home ?? absentBeside(project)),
  };
  return [
    ...(skills || skillFiles ? [placedRoot(specs, (skills ?? []).map(from), skillFiles)] : []),
    ...(inFiles
      ? scanGiven(
          specs.filter((spec) => !isOfHome(spec)),
          files,
          system,
        )
      : []),
    ...scanRoots(scanned, places, system),
  ];
}

/** A directory that does not exist, in place of the project or the home directory that is not set. */
export function absentBeside(other = "."): string {
  return `${other}/none`;
}

/** The project that a scenario gives; undefined if it gives none. */
export function projectPlace(
  { places: { project, files } }: Pick<Scenario, "places">,
  directory: string,
): ProjectPlace | undefined {
  if (files) return { files };
  return project === undefined ? undefined : { directory: path.resolve(directory, project) };
}

/** Settings with the texts of the files that they name for prompts, relative to a directory. */
export function readPromptsIn(directory: string, settings: Settings): Settings {
  return readPromptFiles(settings, (file) => textOf(readFileIfThere(path.resolve(directory, file), file)));
}

/** The files of the project that a scenario gives, as a directory or as texts; undefined if it gives none. */
export function scenarioProject(
  { places: { project, files } }: Pick<Scenario, "places">,
  directory: string,
): SkillSource | undefined {
  if (files) return openMemory("project", files, shownAt.project);
  return project === undefined ? undefined : openDirectory(path.resolve(directory, project), shownAt.project);
}

/**
 * The directories of the scenario that do not exist, and the skills without a SKILL.md; `directory` is that of its
 * file.
 */
export function findAbsent(
  { file, places: { project, home, skills = [] }, positions }: Scenario,
  directory: string,
): readonly FileProblem[] {
  const absent = (written: string | undefined, at: FilePosition | undefined): readonly FileProblem[] =>
    written === undefined || !at || isDirectory(path.resolve(directory, written))
      ? []
      : [
          {
            file,
            ...at,
            message: `there is no directory ${quote(written, 120)}${nearIn(directory, written)}`,
          },
        ];
  return [
    ...absent(project, positions.project),
    ...absent(home, positions.home),
    ...skills.flatMap((skill, index) => {
      const at = positions.skills[index];
      const missing = absent(skill, at);
      if (missing.length > 0 || !at) return missing;
      const names = readNames(path.resolve(directory, skill));
      return names.some(({ text }) => isDocumentNameInAnyCase(text))
        ? []
        : [{ file, ...at, message: `${quote(skill, 120)} contains no SKILL.md` }];
    }),
  ];
}

/** The most similar directory, if only the last part of the path is wrong. */
function nearIn(directory: string, written: string): string {
  const [, above = "", name = ""] = /^(.*\/)?([^/]+)\/*$/.exec(written) ?? [];
  const parent = path.resolve(directory, above);
  if (!isDirectory(parent)) return "";
  const names = readNames(parent).flatMap(({ text, kind }) => (kind === "file" ? [] : [text]));
  const near = nearest(name, names);
  return near === undefined ? "" : `; did you mean ${quote(`${above}${near}`, 120)}?`;
}

/** Adds skills to the first root of the system, as if they had been installed there. */
export function placedRoot(
  specs: readonly RootSpec[],
  directories: readonly string[],
  files: GivenFiles = {},
): SkillRoot {
  const spec = specs.find(({ scope }) => scope === "project") ??
    specs[0] ?? { scope: "project", path: "skills" };
  const root = isOfHome(spec)
    ? `${shownAt.home}${spec.path.slice(1)}`
    : path.posix.resolve(shownAt.project, spec.path);
  const placed = (name: string, open: (shown: string) => SkillSource): RootedSkill => {
    const shown = `${root}/${name}`;
    return { path: shown, depth: 0, source: open(shown) };
  };
  const skills = [
    ...directories.map((directory) =>
      placed(path.basename(directory), (shown) => openDirectory(directory, shown)),
    ),
    ...Array.from(byDirectory(files), ([name, texts]) =>
      placed(name, (shown) => openMemory(name, texts, shown)),
    ),
  ];
  return {
    scope: spec.scope,
    path: root,
    skills: skills.sort((a, b) => compareText(a.path, b.path)),
    without: [],
    unread: [],
  };
}

function isOfHome({ path: written }: RootSpec): boolean {
  return written === "~" || written.startsWith("~/");
}
