import type { OwnRule } from "../../model/own-rule.ts";
import type { Command } from "commander";
import { requireReportFiles, writeReports, type ProtectedFile } from "../../api/write-reports.ts";
import { SkillsError } from "../../core/errors.ts";
import { plainPaint } from "../../model/paint.ts";
import type { Report, Reporter, ReporterContext } from "../../model/report.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { drawPieces, formats, reporters, type Format } from "../../report/formats/index.ts";
import { choose } from "../../model/choose.ts";
import type { Io } from "../io.ts";
import { choiceOption } from "../program.ts";

/** The options for the format of a report and the files to write it to. */
export interface OutputFlags {
  readonly format: Format | "blob";
  /** Only for commands that check skills. */
  readonly summary?: boolean;
  readonly output?: readonly Output[];
}

interface Output {
  readonly path: string;
  /** Absent if there is neither NAME= nor a known file ending; then --format applies. */
  readonly format?: Format;
}

/** The format on standard output and the files to write. */
export interface OutputPlan {
  /** "blob" only for the commands whose reports can be merged. */
  readonly stdout: Format | "blob";
  readonly files: readonly Required<Output>[];
  /** Base of the relative paths. */
  readonly cwd: string;
  /** The rules of the config, which SARIF describes with the others. */
  readonly ownRules?: readonly OwnRule[];
}

export const outputNotes = `Formats:
  text      human-readable (the default)
  compact   one line per finding: path:line:column: severity: message [rule]
  json      the whole report, see schemas/report.schema.json
  ndjson    a line of JSON per skill, see schemas/ndjson-output.schema.json
  sarif     SARIF 2.1.0, for GitHub code scanning and editors
  github    workflow commands, shown as annotations in a pull request
  gitlab    Code Quality, shown in a merge request
  junit     JUnit XML: one suite per skill, one case per rule
  markdown  tables with links to the lines, for job summaries and comments
  html      one page to look at in a browser, which loads nothing
  --output FILE also writes the report to a file, completely or not at all. The
  ending of FILE selects the format (.sarif, .json, .ndjson, .xml, .md, .html,
  .txt);
  NAME=FILE names it; without an ending, --format applies. If the format of
  --format is written to a file, text is printed instead.
`;

/** Adds --format and --output; `more` are formats that only standard output has. */
export function addOutputOptions(command: Command, more: readonly "blob"[] = []): Command {
  const names = [...formats, ...more];
  return command
    .addOption(choiceOption("-f, --format <name>", `output format: ${series(names, "or")}`, names, "text"))
    .option(
      "-o, --output <file>",
      "write the report to a file, in the format of its ending or as NAME=FILE; repeatable",
      addOutput,
    );
}

/** Throws a SkillsError, before any other work, if a file cannot be written or is used by the command. */
export function planOutput(
  { format, output = [], summary = false }: OutputFlags,
  { cwd }: Io,
  protectedFiles: readonly ProtectedFile[] = [],
): OutputPlan {
  const files = output.map((each) => ({ format: format === "blob" ? "text" : format, ...each }));
  requireReportFiles(
    files.map(({ path }) => path),
    cwd,
    protectedFiles,
  );
  const stdout = files.some((file) => file.format === format) ? "text" : format;
  if (summary) requireText(stdout);
  return { files, cwd, stdout };
}

/** Throws a SkillsError for --summary with a format other than text. */
export function requireText(format: string): void {
  if (format !== "text") throw new SkillsError("bad-usage", `--summary needs --format text, not ${format}`);
}

/** Writes the report files, ignoring the terminal's width and colors, --quiet and --summary. */
export async function writeOutput(
  report: Report,
  { paint: { command }, width: _width, quiet: _quiet, summary: _summary, ...context }: ReporterContext,
  { files, cwd }: OutputPlan,
  drawn: Readonly<Record<Format, Reporter>> = reporters,
): Promise<void> {
  await writeReports(
    files.map(({ path, format }) => ({
      path,
      pieces: drawPieces(
        format,
        report,
        { ...context, paint: { ...plainPaint, command }, quiet: false },
        drawn,
      ),
    })),
    cwd,
  );
}

const endings: readonly (readonly [ending: string, format: Format])[] = [
  [".sarif", "sarif"],
  [".sarif.json", "sarif"],
  [".json", "json"],
  [".ndjson", "ndjson"],
  [".xml", "junit"],
  [".md", "markdown"],
  [".html", "html"],
  [".txt", "text"],
];

function addOutput(word: string, before: readonly Output[] = []): readonly Output[] {
  const [, name, named] = /^([a-z]+)=(.*)$/s.exec(word) ?? [];
  const path = named ?? word;
  if (path === "" || path === "-")
    throw new SkillsError("bad-usage", `--output ${quote(word)} is not a file name`, {
      hint: "use --format for standard output",
    });
  if (/(?:^|[/\\])skill\.md$/i.test(path))
    throw new SkillsError("bad-usage", `--output ${quote(word)} would overwrite a skill`);
  const format = name === undefined ? formatOf(path) : choose("format", name, formats);
  return [...before, { path, ...(format && { format }) }];
}

/** By the ending of the file's name; undefined without one, such as for /dev/stderr. */
function formatOf(path: string): Format | undefined {
  const [ending] = /\.[^./\\]*$/.exec(path) ?? [];
  const format = endings.find(([known]) => path.toLowerCase().endsWith(known))?.[1];
  if (format === undefined && ending !== undefined)
    throw new SkillsError("bad-usage", `--output ${quote(path)} has an unknown ending "${ending}"`, {
      hint: `use ${series(
        endings.map(([known]) => known),
        "or",
      )}, or name the format, such as text=${path}`,
    });
  return format;
}
