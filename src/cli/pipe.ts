import type { Command } from "commander";
import { answerLines } from "../api/pipe/answer-lines.ts";
import { exportSkills } from "../api/pipe/export-skills.ts";
import { openJudge, type PipedCommand, pipeQuestion } from "../api/pipe/judge.ts";
import { ruleSetDigest } from "../api/rule-set.ts";
import { requireReportFiles, writeReports } from "../api/write-reports.ts";
import { SkillsError } from "../core/errors.ts";
import { series } from "../core/sentence.ts";
import { asciiOnly } from "../core/ascii-only.ts";
import { clean } from "../report/drawing/width.ts";
import { countThreads } from "../run/answers.ts";
import type { ExitCode, Io } from "./io.ts";
import type { JobsFlags } from "./options/jobs-option.ts";
import type { PipeFlags } from "./options/pipe-options.ts";

/** The options that have a meaning for a skill on a line; the others are about paths or about the report of a run. */
const supported: ReadonlySet<string> = new Set([
  "client",
  "color",
  "config",
  "digest",
  "inline",
  "jobs",
  "maxWarnings",
  "rule",
  "security",
  "skillSeconds",
  "stdinNdjson",
  "target",
  "tokens",
]);

/** The options that select skills. */
const selecting: ReadonlySet<string> = new Set([
  "changed",
  "color",
  "config",
  "exportNdjson",
  "files",
  "filesFrom",
  "shard",
]);

/** Throws a SkillsError for paths and for options that --stdin-ndjson would ignore. */
export function requirePipeOnly(command: Command): void {
  if (command.args.length > 0)
    throw new SkillsError("bad-usage", "--stdin-ndjson reads no PATH; use --export-ndjson to write lines");
  requireOnly(command, supported, "--stdin-ndjson");
}

/** Throws a SkillsError for options that --export-ndjson would ignore. */
export function requireExportOnly(command: Command): void {
  requireOnly(command, selecting, "--export-ndjson");
}

function requireOnly(command: Command, known: ReadonlySet<string>, asked: string): void {
  const others = command.options
    .filter((option) => command.getOptionValueSource(option.attributeName()) === "cli")
    .filter((option) => !known.has(option.attributeName()))
    .map(({ long }) => long ?? "");
  if (others.length > 0) throw new SkillsError("bad-usage", `${series(others)} cannot be used with ${asked}`);
}

/** Writes the skills in scope as lines to a file, or to standard output for "-". */
export async function exportScope(
  options: Parameters<typeof exportSkills>[0],
  to: string,
  io: Io,
): Promise<ExitCode> {
  const files = to === "-" ? [] : [to];
  requireReportFiles(files, options.cwd);
  const { lines, problems } = await exportSkills(options);
  if (to === "-") for (const line of lines) io.stdout.write(line);
  else await writeReports([{ path: to, pieces: lines }], options.cwd);
  for (const problem of problems) io.stderr.write(`skills: ${clean(problem)}\n`);
  return problems.length > 0 ? 2 : 0;
}

/** Prints an answer for each line of standard input, or only the digest of the rule set. */
export async function answerInput(
  command: PipedCommand,
  options: Parameters<typeof pipeQuestion>[1],
  { jobs, skillSeconds, digest }: PipeFlags & JobsFlags,
  io: Io,
): Promise<ExitCode> {
  const question = pipeQuestion(command, options);
  if (digest) {
    await openJudge(question);
    io.stdout.write(`${ruleSetDigest(question)}\n`);
    return 0;
  }
  return answerLines(piecesOf(io), (line) => io.stdout.write(asciiOnly(line)), {
    question,
    threads: await countThreads({ jobs, isCached: false }, "check", Infinity),
    ...(skillSeconds !== undefined && { seconds: skillSeconds }),
  });
}

function piecesOf(io: Io): AsyncIterable<Uint8Array> {
  return io.readPieces?.() ?? onePiece(io);
}

async function* onePiece(io: Io): AsyncGenerator<Uint8Array> {
  yield io.readStdin();
}
