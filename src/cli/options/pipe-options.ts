import type { Command } from "commander";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { pipeLimits } from "../../model/pipe.ts";

/** The options of the commands that answer skills on standard input. */
export interface PipeFlags {
  readonly stdinNdjson?: boolean;
  readonly skillSeconds?: number;
  readonly digest?: boolean;
}

/** The option of the commands that write skills as lines; a file, or "-" for standard output. */
export interface ExportFlags {
  readonly exportNdjson?: string;
}

export const pipeNotes = `NDJSON:
  --stdin-ndjson reads a skill from each line of standard input, a JSON object
  such as {"id": "…", "name": "…", "files": [{"path": "…", "text": "…"}]}, and
  prints its answer on a line, in the same order; see ndjson-input.schema.json
  and ndjson-output.schema.json in schemas.
  No file is read. Skills are not compared with each other; overrides,
  suppressions and baselines of the config do not apply, and --max-warnings
  applies to each skill. "ruleSet" is the digest of this version and the
  question: while it is the same, so are the answers. --digest prints it.
  A line that is no skill or too large, and a skill that takes too long, is
  answered with an "error"; the exit code is then 2.
`;

export function addPipeOptions(command: Command): Command {
  return command
    .option("--stdin-ndjson", "answer each line of standard input, a skill as JSON, by a line of JSON")
    .option(
      "--skill-seconds <number>",
      `with --stdin-ndjson, the time after which a skill is given up (default: ${pipeLimits.seconds})`,
      parseSeconds,
    )
    .option("--digest", "with --stdin-ndjson, read nothing and print the digest of the rule set");
}

/** Throws a SkillsError for options that need --stdin-ndjson without it. */
export function asksForLines({ stdinNdjson = false, skillSeconds, digest }: PipeFlags): boolean {
  const given = digest ? "--digest" : skillSeconds === undefined ? undefined : "--skill-seconds";
  if (!stdinNdjson && given !== undefined)
    throw new SkillsError("bad-usage", `${given} needs --stdin-ndjson`);
  return stdinNdjson;
}

/** Adds --export-ndjson to a command whose options select skills. */
export function addExportOption(command: Command): Command {
  return command.option(
    "--export-ndjson <file>",
    'check nothing; write the skills as lines for --stdin-ndjson; "-" is standard output',
    requireFile,
  );
}

function requireFile(word: string): string {
  if (/(?:^|[/\\])skill\.md$/i.test(word))
    throw new SkillsError("bad-usage", `--export-ndjson ${quote(word)} would overwrite a skill`);
  return word;
}

/** A day: a longer time would overflow Node's timers, which fire at once then. */
const mostSeconds = 86_400;

function parseSeconds(word: string): number {
  const seconds = Number(word);
  if (!/^\d+(?:\.\d+)?$/.test(word) || seconds <= 0 || seconds > mostSeconds)
    throw new SkillsError(
      "bad-usage",
      `--skill-seconds ${quote(word)} must be a number above 0, at most ${mostSeconds}`,
    );
  return seconds;
}
