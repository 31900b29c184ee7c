import type { Command } from "commander";
import type { LintOptions } from "../../api/lint/lint-options.ts";
import type { BaselineResult } from "../../lint/baseline.ts";
import { SkillsError } from "../../core/errors.ts";
import type { Summary } from "../../model/report.ts";
import { count, grouped } from "../../core/sentence.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { show } from "../../core/show.ts";
import type { Io } from "../io.ts";

/** What the user may say of findings that are not to count. */
export interface SuppressionFlags {
  readonly inline: boolean;
  readonly baseline?: string;
  readonly writeBaseline?: string;
}

export const suppressionNotes = `
Suppressions:
  <!-- skills-disable-next-line RULE, RULE -- why -->  the next line, code block
  <!-- skills-disable RULE -- why -->                  the whole file
  in the Markdown of a skill; in its scripts "# skills-disable …", in JavaScript
  and TypeScript "// skills-disable …". The frontmatter of SKILL.md is silenced
  by the second form in its body. Without a reason nothing is silenced, and
  rules about a danger to the user never are. What is silenced counts no more,
  and stays in the report and in the verdicts: no target accepts a skill for it.
  "skills validate", "skills verify" and "skills install" hear no comment;
  --no-inline is for skills that are not your own; with --security the summary
  says which security findings a comment suppresses.

Baseline:
  --write-baseline writes down what there is today, so that with --baseline only
  what is new counts. Lines, files and skills may move. Over a baseline that is
  there it takes out what is gone and adds nothing; to begin anew, delete the
  file first. Keep it outside of the skills, or it becomes a part of one.
`;

export function addSuppressionOptions(command: Command): Command {
  return command
    .option("--no-inline", "hear no comments in the skills that silence findings")
    .option("--baseline <file>", "count only findings that the baseline does not list")
    .option("--write-baseline <file>", "write the baseline, or take out of it what is gone");
}

/** What that means for the library. Where paths are named, skills that the config or the baseline speak of may lie elsewhere. */
export function suppressionOptions(
  operands: readonly string[],
  { inline, baseline, writeBaseline }: SuppressionFlags,
): Pick<LintOptions, "baseline" | "inline" | "partOnly"> {
  if (baseline !== undefined && writeBaseline !== undefined)
    throw new SkillsError("bad-usage", "both --baseline and --write-baseline are given, expected one", {
      hint: "--write-baseline counts only what is new, too",
    });
  const path = baseline ?? writeBaseline;
  return {
    inline,
    partOnly: operands.some((operand) => operand !== "."),
    ...(path !== undefined && { baseline: { path, write: writeBaseline !== undefined } }),
  };
}

/** What became of the baseline, on standard error, as it is no part of any format. */
export function explainBaseline(
  { path, gone, written }: BaselineResult,
  { errors, warnings, infos }: Summary,
  io: Io,
): void {
  const name = show(path);
  if (!written) {
    if (gone > 0)
      io.stderr.write(
        `skills: ${count(gone, "finding")} of the baseline ${gone === 1 ? "is" : "are"} gone; --write-baseline ${name} takes ${gone === 1 ? "it" : "them"} out\n`,
      );
    return;
  }
  io.stderr.write(
    `skills: ${name} lists ${count(written.findings, "finding")}${gone > 0 ? `, ${grouped(gone)} fewer than before` : ""}\n`,
  );
  if (written.created)
    io.stderr.write(
      `skills: commit it, and say --baseline ${toShellWord(name)} from now on, or "baseline" in skills.config.yaml\n`,
    );
  else if (errors + warnings + infos > 0)
    io.stderr.write("skills: what is new was not added; to begin anew, delete the baseline first\n");
}
