import type { Answered } from "../../lint/conclude.ts";
import type { Baseline } from "../../model/baseline.ts";
import type { Siblings } from "../../model/collection.ts";
import type { Report } from "../../model/report.ts";
import type { SkillCheck } from "../../model/reports/check.ts";
import type { BlobAnswer, ShardedCommand, TypedWords } from "../../model/blob.ts";
import { placeIn } from "../../read/file-place.ts";
import { concludeCheck, toCheckSkills } from "../check/check.ts";
import { now } from "../clock.ts";
import { concludeLint, noFixes, type Settled } from "../lint/conclude-lint.ts";
import type { Linted } from "../lint/lint-options.ts";
import { type LintRequest, runQuestion } from "../lint/lint.ts";
import { concludeValidate } from "../validate.ts";
import { joinBlobs, type Joined, type NamedBlob } from "./join-blobs.ts";
import { labelAbove } from "./make-blob.ts";

/** The result of a run of which each skill was checked in one of several shards. */
export interface Merged extends Linted {
  readonly command: ShardedCommand;
  readonly report: Report;
  /** Of `check`: one for each skill. */
  readonly checked: readonly SkillCheck[];
  /** Of `check`: why the smoke tests are unreliable. */
  readonly controls: readonly string[];
  /** The options of the run that printers and later steps use. */
  readonly options: LintRequest;
  readonly typed?: TypedWords;
  /** Of `check`: the paths of the skills that were installed. */
  readonly installed: readonly string[];
}

/**
 * Makes the result of a whole run of its shards. Skills are compared, and suppressions and the baseline applied, here.
 * The elapsed time is the sum of the shards'. Throws as `joinBlobs` does.
 */
export async function mergeBlobs(blobs: readonly NamedBlob[], cwd: string): Promise<Merged> {
  const joined = joinBlobs(blobs);
  const { command, typed, run } = joined;
  const options = restored(run.options, cwd);
  const result = command === "validate" ? validated(joined, options) : await linted(joined, options);
  return {
    checked: [],
    controls: [],
    ...result,
    command,
    options,
    installed: run.installed,
    ...(typed && { typed }),
  };
}

interface PlainOptions extends Omit<LintRequest, "baseline" | "cwd" | "paths"> {
  readonly baseline?: { readonly path: string; readonly listed: Baseline };
}

/** The options of the shards, in this working directory. */
function restored(plain: PlainOptions, cwd: string): LintRequest {
  const { overrides, suppressions } = plain;
  const inCwd = <Listed extends { readonly directory: string }>(listed: Listed): Listed => ({
    ...listed,
    directory: placeIn(cwd, listed.directory, cwd).absolute,
  });
  return {
    ...plain,
    paths: [],
    cwd,
    ...(overrides && { overrides: inCwd(overrides) }),
    ...(suppressions && { suppressions: suppressions.map(inCwd) }),
  };
}

function validated({ answers, run, seconds }: Joined, options: LintRequest): Linted {
  const answered = [...answers, ...run.roots].map((each) => answeredIn(each, options.cwd));
  const report = concludeValidate(
    answered,
    run.unread,
    options as Parameters<typeof concludeValidate>[2],
    now(),
  );
  return { ...none, report: withSeconds(report, seconds) };
}

const none = { fixed: [], left: [], changes: [], unparsed: [], timings: [] } as const;

async function linted(
  { command, answers, run, seconds, controls }: Joined,
  options: LintRequest,
): Promise<Linted> {
  const { cwd } = options;
  const asking = command === "check" ? toCheckSkills : {};
  const concluded = concludeLint(
    answers.map((each): Settled => ({ ...answeredIn(each, cwd), ...noFixes })),
    {
      run: runQuestion(options, asking),
      around: {
        siblings: siblingsIn(answers, run.siblings, cwd),
        unread: run.unread,
        roots: run.roots.map((each) => answeredIn(each, cwd)),
        ...(options.baseline && {
          baseline: (await import("../lint/baseline.ts")).openBaseline(options.baseline, cwd),
        }),
      },
      options,
    },
  );
  if (command === "check") return concludeCheck(concluded, controls, seconds);
  return { ...concluded, report: withSeconds(concluded.report, seconds) };
}

function answeredIn({ answer, directory, matched }: Omit<BlobAnswer, "at">, cwd: string): Answered {
  const label = matched ?? directory;
  return { answer, ...(label !== undefined && { directory: placeIn(cwd, label, cwd).absolute }) };
}

function siblingsIn(
  answers: readonly BlobAnswer[],
  listed: readonly (readonly [string, readonly string[]])[],
  cwd: string,
): Siblings {
  const names = new Map(listed.map(([directory, each]) => [directory, new Set(each)]));
  const directories = new Map(answers.map(({ answer, directory }) => [answer.subject.path, directory]));
  return {
    get: (path) => {
      const directory = directories.get(path);
      return directory === undefined
        ? undefined
        : names.get(labelAbove(placeIn(cwd, directory, cwd).absolute, cwd));
    },
  };
}

function withSeconds<Found extends Report>(report: Found, seconds: number): Found {
  return { ...report, summary: { ...report.summary, seconds } };
}
