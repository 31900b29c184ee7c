import type { Command } from "commander";
import { preview, type PreviewOptions } from "../../api/preview/preview.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { previewHtml } from "../../report/commands/preview-html.ts";
import { previewText } from "../../report/commands/preview-text.ts";
import { reportJson } from "../../report/formats/json.ts";
import { addPaths } from "../options/check-options.ts";
import type { ExitCode, Io } from "../io.ts";
import { clientOption } from "../options/client-option.ts";
import { clientsOfConfig } from "../options/config-clients.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";
import { addSurveyOptions, prepareSurvey, type SurveyFlags } from "../options/survey-options.ts";
import { openNote, requireWeb, webNote } from "../options/web-options.ts";

const formats = ["html", "json", "text"] as const;

interface Flags extends SurveyFlags {
  readonly client?: string;
  readonly args?: string;
  readonly window?: number;
  readonly format: (typeof formats)[number];
  readonly web?: boolean;
  readonly open?: boolean;
}

const notes = `
What is shown:
  catalog  the list of skills in every conversation, with a mark wherever the
           client cuts a description; of several skills, which descriptions are
           cut or left out, and the fewest to shorten so that all are shown
  body     what the model reads when it chooses the skill, and what the client
           changes in it; with --args, called with arguments
  files    what the body leads to
  Tokens are counted for each. The client's own skills take a part of its
  budget; they are counted, but not shown. Nothing is started and nothing is
  sent. The skills are previewed as one project, with no other skill beside
  them.

Examples:
  skills preview --client claude-code my-skill
  skills preview --client claude-code --args "form.pdf out" my-skill
  skills preview --client codex .claude/skills    several skills, as a set
  skills preview --client codex --window 272000 skills
  skills preview --client claude-code --all skills | less
  skills preview --client qwen-code@0.24.4 my-skill
  skills preview --client codex --format json . > preview.json
  skills preview --client codex --web --open my-skill

Exit codes:
  0  shown
  1  the client does not load a skill
  2  it is not known how the client reads a skill; usage or I/O error, or no
     skill in scope
`;

export function define(io: Io): Command {
  const command = addPaths(createCommand("skills preview", io))
    .description(
      "Show what a client gives the model of skills: its catalog, the body, the files it leads to, and their tokens.",
    )
    .addOption(
      clientOption(
        "-c, --client <id>",
        "the client: ID, ID/VARIANT or ID@VERSION (default: the first of the config; default version: the newest recorded)",
      ),
    )
    .option(
      "--window <tokens>",
      "context window of the model, if the client's budget is a share of it (default: that of its default model)",
      parseWindow,
    )
    .addOption(choiceOption("-f, --format <format>", "output format: text, json or html", formats, "text"))
    .option("--args <text>", "what the user calls the skill with, as typed after its name (perhaps nothing)")
    .option("-a, --all", "show texts and long lists in full, as JSON always does")
    .option("--web", webNote)
    .option("--open", openNote);
  return addSurveyOptions(command).addHelpText("after", notes);
}

/** `skills preview`: prints on standard output what a client gives the model of the skills. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? print(command.args, command.opts<Flags>(), io);
}

function parseWindow(word: string): number {
  if (!/^[1-9]\d{0,8}$/.test(word))
    throw new SkillsError(
      "bad-usage",
      `--window ${quote(word)} is not a number of tokens; use one such as 200000`,
    );
  return Number(word);
}

async function print(
  operands: readonly string[],
  { client: given, args, window, ...flags }: Flags,
  io: Io,
): Promise<ExitCode> {
  requireWeb(flags);
  const client = given ?? (await clientsOfConfig(io))?.find((word) => word !== "all" && word !== "common");
  if (client === undefined || client === "")
    throw new SkillsError("bad-usage", "--client needs an id; run `skills clients` for the list");
  if (client.includes(","))
    throw new SkillsError("bad-usage", "--client takes one client here; run the command once for each", {
      hint: "`skills compat` compares several",
    });
  const { options, style } = await prepareSurvey(operands, flags, io);
  const asked = {
    ...options,
    client,
    ...(args !== undefined && { args }),
    ...(window !== undefined && { window }),
  };
  if (flags.web) return serve(asked, flags, io);
  const { report, marked } = await preview(asked);
  io.stdout.write(
    flags.format === "json"
      ? reportJson(report)
      : flags.format === "html" && report.data
        ? previewHtml(report, report.data, style)
        : previewText({ report, marked }, { ...style, width: Math.min(io.stdout.columns ?? 80, 120) }),
  );
  return report.outcome;
}

/** The page, live. Throws a SkillsError for options that the page has no use for. */
async function serve(
  asked: PreviewOptions,
  { format, all, open }: Pick<Flags, "format" | "all" | "open">,
  io: Io,
): Promise<ExitCode> {
  const others = { "standard input": asked.stdin, "--format": format !== "text", "--all": all };
  const [other] = Object.entries(others).flatMap(([name, given]) => (given ? [name] : []));
  if (other !== undefined) throw new SkillsError("bad-usage", `--web cannot be combined with ${other}`);
  const { serveOnChange } = await import("../watch.ts");
  const draw = async (): Promise<string> => {
    const { report } = await preview(asked);
    return previewHtml(report, report.data!, { all: false });
  };
  return serveOnChange(asked, { draw, open }, io);
}
