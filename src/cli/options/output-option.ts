import type { Command } from "commander";
import { requireReportFiles, writeReports, type ProtectedFile } from "../../api/write-reports.ts";
import { SkillsError } from "../../core/errors.ts";
import { plainPaint } from "../../model/paint.ts";
import type { Report, Reporter, ReporterContext } from "../../model/report.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { formats, reporters, type Format } from "../../report/formats/index.ts";
import { choose } from "./choose.ts";
import type { Io } from "../io.ts";
import { choiceOption } from "../program.ts";

/** What the user may say about the form of a report and where it goes. */
export interface OutputFlags {
  readonly format: Format;
  readonly output?: readonly Output[];
}

interface Output {
  readonly path: string;
  /** Absent where neither a name nor the file's ending says it: then it is that of --format. */
  readonly format?: Format;
}

/** What goes where. */
export interface OutputPlan {
  readonly stdout: Format;
  readonly files: readonly Required<Output>[];
  /** Where the files' relative paths begin. */
  readonly cwd: string;
}

export const outputNotes = `Formats:
  text      for people (the default)
  json      the report as it is, in the form of schemas/report.schema.json
  sarif     SARIF 2.1.0, for GitHub code scanning and editors
  github    workflow commands, which GitHub's runner shows beside changed lines
  junit     for what shows test results: a suite a skill, a case a rule
  markdown  for a summary or a comment: tables, with links to the lines
  --format says what is printed. --output FILE writes a report to a file as
  well, the whole of it or nothing: sarif, json, junit or markdown by its ending
  (.sarif, .json, .xml, .md), another format as NAME=FILE; without such an
  ending what --format says. A format that goes to a file is not printed too:
  text is instead.
`;

export function addOutputOptions(command: Command): Command {
  return command
    .addOption(
      choiceOption("-f, --format <name>", `what is printed: ${series(formats, "or")}`, formats, "text"),
    )
    .option(
      "-o, --output <file>",
      "write a report to a file; NAME=FILE for another format than its ending says; may be given again",
      addOutput,
    );
}

/** Throws a SkillsError where a file could not be written, or is one that the command uses: better before the work than after it. */
export function planOutput(
  { format, output = [] }: OutputFlags,
  { cwd }: Io,
  protectedFiles: readonly ProtectedFile[] = [],
): OutputPlan {
  const files = output.map((each) => ({ format, ...each }));
  requireReportFiles(
    files.map(({ path }) => path),
    cwd,
    protectedFiles,
  );
  return { files, cwd, stdout: files.some((file) => file.format === format) ? "text" : format };
}

/** Writes the files; a terminal's width, its colours and --quiet are not for them. */
export async function writeOutput(
  report: Report,
  { paint: _paint, width: _width, quiet: _quiet, ...context }: ReporterContext,
  { files, cwd }: OutputPlan,
  drawn: Readonly<Record<Format, Reporter>> = reporters,
): Promise<void> {
  await writeReports(
    files.map(({ path, format }) => ({
      path,
      text: drawn[format](report, { ...context, paint: plainPaint, quiet: false }),
    })),
    cwd,
  );
}

const endings: readonly (readonly [ending: string, format: Format])[] = [
  [".sarif", "sarif"],
  [".sarif.json", "sarif"],
  [".json", "json"],
  [".xml", "junit"],
  [".md", "markdown"],
];

function addOutput(word: string, before: readonly Output[] = []): readonly Output[] {
  const [, name, named] = /^([a-z]+)=(.*)$/s.exec(word) ?? [];
  const path = named ?? word;
  if (path === "" || path === "-")
    throw new SkillsError("bad-usage", `--output ${quote(word)} names no file`, {
      hint: "--format is for standard output",
    });
  if (/(?:^|[/\\])skill\.md$/i.test(path))
    throw new SkillsError(
      "bad-usage",
      `--output ${quote(word)} is a skill's own file, which a report would replace`,
    );
  const format =
    name === undefined
      ? endings.find(([ending]) => path.toLowerCase().endsWith(ending))?.[1]
      : choose("format", name, formats);
  return [...before, { path, ...(format && { format }) }];
}
