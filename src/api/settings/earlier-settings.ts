import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { committedFiles, findFork, type FoundCommit } from "../../git/committed-files.ts";
import { readBaseline } from "../../lint/baseline-file.ts";
import type { Baseline } from "../../model/baseline.ts";
import type { Config } from "../../model/config.ts";
import type { SettingsFile } from "../../model/report.ts";
import { type FilePlace, namedPlace, placeIn } from "../../read/file-place.ts";
import { toInnerPath, toNativePath } from "../../read/label.ts";
import { realDirectory } from "../../read/there.ts";
import { type CountingSettings, type EarlierSettings, settingsFilesOf } from "./counting-settings.ts";
import { type ConfigChoice, findConfig } from "./find-config.ts";
import { readConfigFile } from "./read-config.ts";
import { onDisk, type SettingsFiles, wholeOnDisk } from "./settings-files.ts";

interface Change<Options> extends Omit<ConfigChoice, "file"> {
  /** The config file that was named; false if configs are ignored. */
  readonly file?: string | false;
  /** The name of the commit with which the change is compared. */
  readonly since: string;
  /** Whether the name must be that of a commit, unless the clone is shallow. */
  readonly isRequired: boolean;
  /** The options from the command line. */
  readonly given: Options;
  /** The same, completed with those of the current config. */
  readonly options: Options;
  configure(given: Options, config: Config | undefined): Options;
}

/**
 * Reads the settings of the commit from which a change starts, without a checkout. A config or baseline that cannot be
 * read there counts as none. Throws a SkillsError if the commit is required and unknown, or if git fails.
 */
export async function earlierSettings<Options extends CountingSettings>({
  since,
  isRequired,
  given,
  options,
  configure,
  ...choice
}: Change<Options>): Promise<EarlierSettings> {
  const { cwd } = choice;
  const fork = await findFork(cwd, since);
  if (isRequired && fork.root !== undefined && fork.commit === undefined && !fork.shallow)
    throw new SkillsError("not-found", `unknown commit ${quote(since)}`);
  const { readWith } = commitReader(fork, cwd);
  const then = configure(given, await readWith((files) => configIn(files, choice)));
  const listed = then.baseline && (await readWith((files) => baselineIn(files, then, cwd)));
  const { baseline, ...counting } = pickCounting(then);
  const settings = { ...counting, ...(baseline && listed && { baseline: { path: baseline.path, listed } }) };
  const now = settingsFilesOf(options);
  const before = settingsFilesOf({ settingsFiles: then.settingsFiles ?? [], ...settings });
  const isKnown = fork.commit !== undefined;
  return {
    settings,
    files: isKnown
      ? await readWith((files) => compareFiles(files, now, before, cwd))
      : Array.from(now, (path) => ({ path })),
    ...(!isKnown && { unknown: whyUnknown(fork, since) }),
    read: (absolutes) => readWith((files) => readAll(files, absolutes)),
  };
}

type Names = ReadonlySet<string>;

/** Why a commit is unknown, as the end of a sentence. */
export function whyUnknown({ root, shallow }: FoundCommit, since: string): string {
  if (root === undefined) return "git finds no repository here";
  return shallow
    ? `the shallow clone lacks ${quote(since)}; set "fetch-depth: 2" for the previous commit or "fetch-depth: 0" for all commits`
    : `unknown commit ${quote(since)}`;
}

/** Only what decides whether findings count; keys that are not set are left out. */
function pickCounting({
  ignore,
  overrides,
  rules,
  ownRules,
  suppressions,
  security,
  baseline,
}: CountingSettings): CountingSettings {
  return {
    ...(ignore && { ignore }),
    ...(overrides && { overrides }),
    ...(rules && { rules }),
    ...(ownRules && { ownRules }),
    ...(suppressions && { suppressions }),
    ...(security && { security }),
    ...(baseline && { baseline }),
  };
}

function configIn(
  files: SettingsFiles,
  { file, ...choice }: Pick<Change<never>, "cwd" | "env" | "file">,
): Config | undefined {
  if (file === false) return undefined;
  return orNothing(() => {
    const { place } = findConfig({ ...choice, ...(file !== undefined && { file }) }, files);
    return place && readConfigFile(place, choice.cwd, files);
  });
}

function baselineIn(files: SettingsFiles, { baseline }: CountingSettings, cwd: string): Baseline | undefined {
  const path = baseline?.path ?? "";
  const bytes = bytesIn(files, path, cwd);
  return bytes && orNothing(() => readBaseline(Buffer.from(bytes).toString("utf8"), path));
}

/** Of each file that takes effect or did, whether its content or its effect differs. */
function compareFiles(files: SettingsFiles, now: Names, before: Names, cwd: string): readonly SettingsFile[] {
  return Array.from(new Set([...now, ...before]), (path) => {
    const [current, earlier] = [bytesIn(wholeOnDisk, path, cwd), bytesIn(files, path, cwd)];
    const isSame =
      now.has(path) === before.has(path) &&
      current !== undefined &&
      earlier !== undefined &&
      Buffer.from(current).equals(earlier);
    return { path, changed: !isSame };
  });
}

function bytesIn(files: SettingsFiles, path: string, cwd: string): Uint8Array | undefined {
  const place = namedPlace(path, cwd);
  return files.isThere(place.absolute) ? orNothing(() => files.read(place)) : undefined;
}

function readAll(files: SettingsFiles, absolutes: readonly string[]): ReadonlyMap<string, Uint8Array> {
  return new Map(
    absolutes.flatMap((absolute) =>
      files.isThere(absolute) ? [[absolute, files.read({ absolute, label: absolute })] as const] : [],
    ),
  );
}

function orNothing<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return undefined;
  }
}

/**
 * Reads files of a commit: a reader is called again until git has been asked for every file that it needs. Files
 * outside the repository are those on the disk, as the change does not contain them.
 */
export function commitReader({ root, commit }: FoundCommit, cwd: string) {
  const known = new Map<string, Uint8Array | undefined>();
  const realCwd = realDirectory(cwd);
  /** The path in the repository; undefined outside it. */
  const innerOf = (absolute: string): string | undefined => {
    const real = namedPlace(placeIn(cwd, absolute, cwd).label, realCwd).absolute;
    return root === undefined ? real : toInnerPath(toNativePath(root, ""), real);
  };
  const filesOf = (wanted: Set<string>): SettingsFiles => {
    const find = (absolute: string): Uint8Array | undefined => {
      const inner = innerOf(absolute)!;
      if (!known.has(inner)) wanted.add(inner);
      return known.get(inner);
    };
    const isOutside = ({ absolute }: Pick<FilePlace, "absolute">): boolean => innerOf(absolute) === undefined;
    return {
      isThere: (absolute) =>
        isOutside({ absolute }) ? onDisk.isThere(absolute) : find(absolute) !== undefined,
      read: (place) => (isOutside(place) ? onDisk.read(place) : (find(place.absolute) ?? noBytes)),
    };
  };
  return {
    innerOf,
    readWith: async <Result>(read: (files: SettingsFiles) => Result): Promise<Result> => {
      for (;;) {
        const wanted = new Set<string>();
        const result = read(filesOf(wanted));
        if (wanted.size === 0) return result;
        const asked = Array.from(wanted);
        const found = commit === undefined ? new Map() : await committedFiles(cwd, commit, asked);
        for (const path of asked) known.set(path, found.get(path));
      }
    },
  };
}

const noBytes = new Uint8Array();
