import type { Command } from "commander";
import { diff, type DiffResult } from "../../api/diff/diff.ts";
import type { DiffData } from "../../results/diff.ts";
import { archivePages } from "../../api/explain-archive.ts";
import { reportJson } from "../../report/formats/json.ts";
import { collectionsText } from "../../report/commands/diff/diff-collections.ts";
import { diffPatch } from "../../report/commands/diff/diff-patch.ts";
import { diffText, refusedText } from "../../report/commands/diff/diff-text.ts";
import type { SurveyStyle } from "../../report/commands/survey-style.ts";
import { unifiedDiff } from "../../report/drawing/unified-diff.ts";
import type { CheckFlags } from "../options/check-options.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { addRootsOptions, rootsChoice, rootsNotes, type RootsFlags } from "../options/list-root-options.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";
import { addTokenOption } from "../options/token-option.ts";
import type { SurveyFlags } from "../options/survey-options.ts";

interface Flags
  extends RootsFlags,
    Pick<CheckFlags, "color" | "format">,
    Pick<SurveyFlags, "all" | "tokens"> {
  readonly patch?: boolean;
}

const formats: readonly CheckFlags["format"][] = ["json", "text"];

const notes = `
What is compared:
  Of a directory the files that "skills pack" takes, of an archive all files, in
  both without skill.manifest.json and skill.oms.sig. An archive is opened as
  "skills verify" does it; nothing is unpacked and nothing run.
  Of archives and trees with several skills those of one name are compared, and
  the others told as added or removed.
  "Gained" is what the new text can be seen to run, call, contact, read or be
  allowed and the old one could not: facts of the text, not a judgement.

${rootsNotes}  What stands at a path goes before the skill of that name, unless --root or
  --source is given.

Examples:
  skills diff pdf-forms-1.zip pdf-forms-2.zip
  skills diff pdf-forms downloads/pdf-forms.zip   what an update would bring
  skills diff skills-1.zip skills-2.zip           archives of several skills
  skills diff --patch .agents/skills/pdf-forms my-skills/pdf-forms
  skills diff --format json old new > difference.json

Exit codes:
  0  the same files, of the same bytes and modes
  1  they differ
  2  it could not be done: bad usage, nothing there to read, several skills of
     one name, or an archive that was refused
`;

export function define(io: Io): Command {
  const command = createCommand("skills diff", io)
    .description(
      "How one skill differs from another: what it gained and lost, its fields, files and tokens, and what the targets make of it.",
    )
    .argument(
      "<OLD>",
      "a skill's directory, a tree of them, an archive (zip, .skill, .tar.gz), or the name of a skill that an agent finds",
    )
    .argument("<NEW>", "the same")
    .option("-p, --patch", "also how each changed text differs, line by line")
    .addOption(choiceOption("-f, --format <format>", "text or json", formats, "text"))
    .option("-a, --all", "show long lists and changed fields whole; JSON always does");
  return addColorOption(addTokenOption(addRootsOptions(command))).addHelpText("after", notes);
}

/** `skills diff`: prints what a reviewer of an update has to see on standard output. */
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
  };
  io.stdout.write(
    flags.format === "json" ? toJson(result, flags) : toText(result, { ...flags, old, new: current }, style),
  );
  return result.report.outcome;
}

function toJson({ report, pairs }: DiffResult, { patch }: Flags): string {
  if (!patch || !report.data) return reportJson(report);
  const data: DiffData = {
    ...report.data,
    patch: unifiedDiff(pairs.flatMap(({ changes }) => changes)),
  };
  return reportJson({ ...report, data });
}

function toText(
  { report, diff, pairs, added, removed }: DiffResult,
  { patch, old, new: current }: Flags & { readonly old: string; readonly new: string },
  style: SurveyStyle,
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
