import type { Command } from "commander";
import { diff, type DiffResult } from "../../api/diff/diff.ts";
import type { DiffData } from "../../model/reports/diff.ts";
import { archivePages } from "../../api/explain-archive.ts";
import { reportJson } from "../../report/formats/json.ts";
import { htmlPieces } from "../../report/formats/html.ts";
import { diffHtml } from "../../report/commands/diff/diff-html.ts";
import { diffPatch } from "../../report/commands/diff/diff-patch.ts";
import { collectionsText, diffText, refusedText } from "../../report/commands/diff/diff-text.ts";
import type { PageStyle } from "../../report/commands/page-style.ts";
import { unifiedDiff } from "../../report/drawing/unified-diff.ts";
import type { CheckFlags } from "../options/check-options.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import { type ExitCode, type Io, writePieces } from "../io.ts";
import { addRootsOptions, rootsChoice, rootsNotes, type RootsFlags } from "../options/list-root-options.ts";
import { pageContext } from "../report-context.ts";
import { programName } from "../program-name.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";
import { addTokenOption } from "../options/token-option.ts";
import type { SurveyFlags } from "../options/survey-options.ts";

interface Flags extends RootsFlags, Pick<CheckFlags, "color">, Pick<SurveyFlags, "all" | "tokens"> {
  readonly format: (typeof formats)[number];
  readonly patch?: boolean;
}

const formats = ["html", "json", "text"] as const;

const notes = `
What is compared:
  The files of a directory that "skills pack" packs, or all files of an archive,
  except skill.manifest.json and skill.oms.sig. Archives are read as
  "skills verify" does; nothing is unpacked to disk and nothing is run.
  With several skills, those with the same name are compared, and the others
  are listed as added or removed.
  "Gained" lists what the new version runs, contacts, reads or is allowed and
  the old one does not, according to their text; it is not a safety verdict.

${rootsNotes}  A path takes precedence over a skill's name, unless --root or --source is
  given.

Examples:
  skills diff pdf-forms-1.zip pdf-forms-2.zip
  skills diff pdf-forms downloads/pdf-forms.zip   what an update would change
  skills diff skills-1.zip skills-2.zip           archives of several skills
  skills diff --patch .agents/skills/pdf-forms my-skills/pdf-forms
  skills diff --format json old new > difference.json
  skills diff --format html --patch old new > difference.html

Exit codes:
  0  identical: the same files with the same bytes and modes
  1  they differ
  2  usage or I/O error, several skills with one name, or a refused archive
`;

export function define(io: Io): Command {
  const command = createCommand("skills diff", io)
    .description(
      "Compare two versions of a skill: their capabilities, fields, files, tokens and verdicts of targets.",
    )
    .argument(
      "<OLD>",
      "a skill directory, a directory that contains skills, an archive (zip, .skill, .tar.gz), or the name of an installed skill",
    )
    .argument("<NEW>", "the skill to compare with OLD, given in the same way")
    .option("-p, --patch", "also show the changed lines of each text file")
    .addOption(choiceOption("-f, --format <format>", "output format: text, json or html", formats, "text"))
    .option("-a, --all", "show long lists and changed fields in full, as JSON always does");
  return addColorOption(addTokenOption(addRootsOptions(command))).addHelpText("after", notes);
}

/** `skills diff`: prints what changed between two versions on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  const [old = "", current = ""] = command.args;
  return ended ?? print(old, current, command.opts<Flags>(), io);
}

async function print(old: string, current: string, flags: Flags, io: Io): Promise<ExitCode> {
  const result = await diff({ old, new: current, tokens: flags.tokens, ...rootsChoice(flags, io) });
  const style = {
    paint: await paintFor(io, flags.color),
    width: Math.min(io.stdout.columns ?? 80, 100),
    all: flags.all === true,
    command: programName(io),
  };
  const { report } = result;
  const data = report.data && withPatch(report.data, result, flags);
  if (flags.format === "html")
    writePieces(data ? diffHtml(report, data) : htmlPieces(report, await pageContext(io)), io.stdout);
  else
    io.stdout.write(
      flags.format === "json"
        ? reportJson(data ? { ...report, data } : report)
        : toText(result, { ...flags, old, new: current }, style),
    );
  return report.outcome;
}

function withPatch(data: DiffData, { pairs }: DiffResult, { patch }: Flags): DiffData {
  return patch ? { ...data, patch: unifiedDiff(pairs.flatMap(({ changes }) => changes)) } : data;
}

function toText(
  { report, diff, pairs, added, removed }: DiffResult,
  { patch, old, new: current }: Flags & { readonly old: string; readonly new: string },
  style: PageStyle,
): string {
  if (report.outcome === 2) return refusedText(report, archivePages(), style);
  const texts = pairs
    .filter((pair) => diff || !pair.diff.same || pair.diff.verdicts.length > 0)
    .map(
      (pair) => `${diffText(pair.diff, style)}${patch ? diffPatch(pair.changes, pair.unshown, style) : ""}`,
    );
  const head = diff
    ? []
    : [collectionsText({ old, new: current, diffs: pairs.map((pair) => pair.diff), added, removed }, style)];
  const hasText = pairs.some(({ changes }) => changes.length > 0);
  const hint =
    !patch && hasText ? [style.paint.dim("--patch shows how each changed text differs, line by line\n")] : [];
  return [...head, ...texts, ...hint].join("\n");
}
