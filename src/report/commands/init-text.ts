import { repository } from "../../model/address.ts";
import type { Report } from "../../model/report.ts";
import { parentOf } from "../../core/paths.ts";
import { count, seriesAtMost } from "../../core/sentence.ts";
import { toShellWord } from "../../core/shell-word.ts";
import type { Paint } from "../../model/paint.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { clean, cleanPath } from "../drawing/width.ts";

/** This file contains the name of the action, whose owner may not be known. */
const workflowFile = ".github/workflows/skills.yml";

export interface InitStyle {
  readonly paint: Paint;
  /** Number of columns at which lines are wrapped. */
  readonly width: number;
  /** The command that starts the program, such as "skills". */
  readonly command: string;
  /** With --ci. */
  readonly adopted: { readonly known: number; readonly gitlabJob?: string } | undefined;
  /** The clients that do not look for skills where the new one is. */
  readonly without: readonly { readonly id: string; readonly title: string }[];
}

/** Text output: the created files (without a skill, those of the project), the findings of a check, and the next steps. */
export function initText(
  { subjects }: Report,
  path: string,
  files: readonly string[],
  { paint, width, command, adopted, without }: InitStyle,
): string {
  const shown = cleanPath(path);
  const notes = subjects.flatMap(({ findings }) =>
    findings.flatMap(({ severity, message, ruleId }) =>
      wrap(`${severity === "info" ? "note" : severity}: ${clean(message)} [${ruleId}]`, width),
    ),
  );
  const isSkill = subjects.length > 0;
  const next = [
    ...(isSkill ? ["Edit SKILL.md: replace the placeholder steps with what the agent should do."] : []),
    `Then: ${paint.bold(`${command} check ${clean(toShellWord(path))}`)}`,
  ];
  const toReplace = files
    .filter((file) => repository === undefined && file.endsWith(workflowFile))
    .map((file) => `In ${cleanPath(file)}, replace OWNER with the account that publishes the action.`);
  const known =
    adopted && adopted.known > 0
      ? [`${count(adopted.known, "finding")} in the baseline; only new ones count.`]
      : [];
  const blocks = [
    [
      `created ${isSkill ? paint.bold(shown) : count(files.length, "file")}`,
      ...files.map((file) => `  ${cleanPath(file)}`),
    ],
    notes,
    adopted?.gitlabJob === undefined ? [] : ["Add to .gitlab-ci.yml:", "", adopted.gitlabJob.trimEnd()],
    [
      ...[...known, ...toReplace].flatMap((line) => wrap(line, width)),
      ...describeAbsent(path, without, { width, command }),
      ...next.flatMap((line) => wrap(line, width)),
    ],
  ];
  return blocks.flatMap((lines) => (lines.length > 0 ? [`${lines.join("\n")}\n`] : [])).join("\n");
}

/** How the clients that do not look there get the skill. */
function describeAbsent(
  path: string,
  without: InitStyle["without"],
  { width, command }: Pick<InitStyle, "width" | "command">,
): readonly string[] {
  const [first] = without;
  if (!first) return [];
  const titles = seriesAtMost(
    without.map(({ title }) => title),
    3,
  );
  const parent = cleanPath(parentOf(path) || ".");
  const verb = without.length === 1 ? "does" : "do";
  return [
    ...wrap(
      `${titles} ${verb} not look for skills in ${parent}; to install a copy for ${first.title}:`,
      width,
    ),
    `  ${command} install ${clean(toShellWord(path))} --client ${first.id}`,
  ];
}
