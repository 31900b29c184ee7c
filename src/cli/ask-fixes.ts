import type { LintOptions } from "../api/lint/lint-options.ts";
import { SkillsError } from "../core/errors.ts";
import type { Paint } from "../model/paint.ts";
import { drawPatch } from "../report/drawing/patch-text.ts";
import { unifiedDiff } from "../report/drawing/unified-diff.ts";
import { clean, cleanPath } from "../report/drawing/width.ts";
import { askFrom } from "./ask.ts";
import type { Io } from "./io.ts";

type AcceptFix = NonNullable<LintOptions["acceptFix"]>;

const answers = ["yes", "no", "all", "quit"] as const;

/**
 * For --interactive: asks about each fix on standard error, with its patch. After "quit", no further fix is applied.
 * Throws a SkillsError if standard input is not a terminal.
 */
export function askFixes(io: Io, paint: Paint): AcceptFix {
  const ask = askFrom(io);
  if (!ask)
    throw new SkillsError("bad-usage", "--interactive needs a terminal to ask at", {
      hint: "use --fix without it, or --dry-run to see the changes",
    });
  let rest: boolean | undefined;
  return (preview) => {
    if (rest !== undefined) return rest;
    io.stderr.write(drawFix(preview, paint));
    const answer = ask({
      text: "Apply this fix? (yes, no, all, quit)",
      usual: "no",
      read: readAnswer,
    });
    if (answer === "all" || answer === "quit") rest = answer === "all";
    return answer === "yes" || answer === "all";
  };
}

function drawFix({ path, finding, changes }: Parameters<AcceptFix>[0], paint: Paint): string {
  const { file, start, message, ruleId } = finding;
  const { bold, dim } = paint;
  const at = `${cleanPath(path === "." ? file : `${path}/${file}`)}${start ? `:${start.line}:${start.column}` : ""}`;
  const patch = drawPatch(unifiedDiff(changes).trimEnd(), paint);
  return `\n${at}  ${dim(`[${ruleId}]`)}\n  ${bold(clean(message))}\n${patch}\n`;
}

function readAnswer(word: string): (typeof answers)[number] {
  const answer = answers.find((each) => word !== "" && each.startsWith(word.toLowerCase()));
  if (answer === undefined) throw new SkillsError("bad-usage", "answer yes, no, all or quit");
  return answer;
}
