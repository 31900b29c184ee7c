import type { Command } from "commander";
import type { LintOptions } from "../../api/lint/lint-options.ts";
import type { BaselineResult } from "../../lint/baseline.ts";
import { SkillsError } from "../../core/errors.ts";
import type { Summary } from "../../model/report.ts";
import { count, grouped } from "../../core/sentence.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { show } from "../../core/show.ts";
import type { Io } from "../io.ts";

/** The options for suppressed and baselined findings. */
export interface SuppressionFlags {
  readonly inline: boolean;
  readonly baseline?: string;
  readonly writeBaseline?: string;
}

export const suppressionNotes = `
Suppressions:
  <!-- skills-disable-next-line RULE, RULE -- why -->  the next line, code block
  <!-- skills-disable RULE -- why -->                  the whole file
  In Markdown; in scripts "# skills-disable …", in JavaScript and TypeScript
  "// skills-disable …". To suppress findings in the frontmatter of SKILL.md,
  use the second form in its body. A reason is required. No comment suppresses
  a danger to the user; only the config or --rule can, with rules, suppressions
  or a baseline. Suppressed findings stay in the report but do not count; they
  do not change any target's verdict.
  "skills validate", "skills verify" and "skills install" ignore suppressions;
  use --no-inline for untrusted skills. With --security the summary lists the
  suppressed security findings.

Baseline:
  --write-baseline records the current findings; with --baseline only new ones
  count, even if lines, files or skills move. If the baseline exists, fixed
  findings are removed and none are added; to start again, delete it first. Keep
  it outside the skills, so that it does not become part of one.
`;

export function addSuppressionOptions(command: Command): Command {
  return command
    .option("--no-inline", "ignore inline suppressions")
    .option("--baseline <file>", "count only findings that are not in this baseline")
    .option("--write-baseline <file>", "create a baseline, or remove fixed findings from it");
}

/**
 * The flags as options for the library. If paths are given, skills in the config or the baseline may be out of scope.
 */
export function suppressionOptions(
  operands: readonly string[],
  { inline, baseline, writeBaseline }: SuppressionFlags,
): Pick<LintOptions, "baseline" | "inline" | "partOnly"> {
  if (baseline !== undefined && writeBaseline !== undefined)
    throw new SkillsError("bad-usage", "--baseline and --write-baseline cannot be combined; use only one", {
      hint: "--write-baseline also counts only new findings",
    });
  const path = baseline ?? writeBaseline;
  return {
    inline,
    partOnly: operands.some((operand) => operand !== "."),
    ...(path !== undefined && { baseline: { path, write: writeBaseline !== undefined } }),
  };
}

/** Prints on standard error how the baseline changed or should change. */
export function explainBaseline(
  { path, gone, written, summedUp }: BaselineResult,
  { errors, warnings, infos }: Summary,
  io: Io,
): void {
  const name = show(path);
  if (!written) {
    if (gone > 0)
      io.stderr.write(
        `skills: ${count(gone, "finding")} in the baseline no longer ${gone === 1 ? "occurs" : "occur"}; remove ${gone === 1 ? "it" : "them"} with --write-baseline ${name}\n`,
      );
    return;
  }
  io.stderr.write(
    `skills: ${name} lists ${count(written.findings, "finding")}${gone > 0 ? `, ${grouped(gone)} fewer than before` : ""}\n`,
  );
  if (summedUp > 0)
    io.stderr.write(
      `skills: that includes ${count(summedUp, "finding")} that a report without it sums up as "more such findings"\n`,
    );
  if (written.created)
    io.stderr.write(
      `skills: commit it, and use --baseline ${toShellWord(name)} or "baseline" in skills.config.yaml\n`,
    );
  else if (errors + warnings + infos > 0)
    io.stderr.write("skills: new findings were not added; to start again, delete the baseline first\n");
}
