import type { Command } from "commander";
import { explain, explainAll, listOwnRules } from "../../api/explain.ts";
import { SkillsError } from "../../core/errors.ts";
import type { Report, Subject } from "../../model/report.ts";
import type { ExplainData, RulePage } from "../../model/reports/explain.ts";
import type { Severity } from "../../model/rule.ts";
import { version } from "../../generated/version.ts";
import { reportJson } from "../../report/formats/json.ts";
import { findingText } from "../../report/pages/finding-text.ts";
import { ruleList, ruleText } from "../../report/pages/rule-text.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { chosenConfig, type ConfigFlags } from "../options/config-option.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

interface Flags {
  readonly format: Format;
  readonly color?: boolean;
}

type Format = "json" | "text";

const formats: readonly Format[] = ["json", "text"];

const notes = `
Examples:
  skills explain                          list all rules and archive codes
  skills explain name-matches-directory   one rule, with an example
  skills explain pdf-forms/SKILL.md:3     what was found on line 3
  skills explain archive-name-segment     why "skills verify" refuses an archive
  skills explain --format json            all rules and their examples

Exit codes:
  0  explained
  2  usage error, unknown rule, or a location at which nothing is reported
`;

export function define(io: Io): Command {
  const command = createCommand("skills explain", io)
    .description(
      "Show what a rule reports or what was found at a location, why, and how to fix it; without an argument, list all rules.",
    )
    .argument("[RULE|FILE]", "a rule's id, as shown after each finding, or FILE[:LINE[:COLUMN]] of a finding")
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"));
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills explain`: prints what a rule reports or what was found at a location, why, and how to fix it. */
export async function run(args: readonly string[], io: Io, choice: ConfigFlags = {}): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const [id, more] = command.args;
  if (more !== undefined)
    throw new SkillsError("bad-usage", "only one rule or location can be explained at a time", {
      hint: "without an argument, skills explain lists all rules",
    });
  const { format, color } = command.opts<Flags>();
  const explained = await find(id, choice, io);
  const { columns } = io.stdout;
  const style = { paint: await paintFor(io, color), width: Math.min(columns ?? 80, 100) };
  io.stdout.write(
    format === "json"
      ? asJson(explained)
      : id === undefined
        ? ruleList(explained.pages, { ...style, width: Math.min(columns ?? Infinity, 120) })
        : explained.subject
          ? findingText(explained.subject, explained.pages, style)
          : ruleText(explained.pages[0]!, style),
  );
  return 0;
}

async function find(what: string | undefined, choice: ConfigFlags, io: Io): Promise<Explained> {
  if (what === undefined) return { pages: await explainAll() };
  if (!isLocation(what)) return { pages: [await explain(what)] };
  const config = await chosenConfig(choice, io);
  const own = config?.own.filter(({ rule }) => rule.id === what) ?? [];
  if (own.length > 0)
    return {
      pages: listOwnRules(own.map(({ rule }) => rule)).map((meta, at) => ({
        meta: { ...meta, severity: own[at]!.severity },
        refusedBy: [],
      })),
    };
  const [{ explainFinding }, { configureLint }] = await Promise.all([
    import("../../api/explain-finding.ts"),
    import("../../api/settings/configured.ts"),
  ]);
  return explainFinding(what, configureLint({ paths: ["."], cwd: io.cwd }, config));
}

/** Whether the argument of `skills explain` is a location and not a rule's id, which has neither dots nor slashes. */
function isLocation(written: string): boolean {
  return /[./\\]/.test(written);
}

interface Explained {
  readonly pages: readonly RulePage[];
  readonly subject?: Subject;
}

function asJson({ pages, subject }: Explained): string {
  const number = (severity: Severity): number =>
    subject?.findings.filter((finding) => finding.severity === severity).length ?? 0;
  const report: Report<ExplainData, "explain"> = {
    schemaVersion: 1,
    tool: { name: "skillwright", version },
    command: "explain",
    outcome: 0,
    targets: [],
    subjects: subject ? [subject] : [],
    unread: [],
    data: { rules: pages },
    summary: {
      checked: subject ? 1 : 0,
      errors: number("error"),
      warnings: number("warning"),
      infos: number("info"),
      suppressed: 0,
      baselined: 0,
      partial: 0,
      seconds: 0,
    },
  };
  return reportJson(report);
}
