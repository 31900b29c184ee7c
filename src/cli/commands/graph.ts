import type { Command } from "commander";
import { graph } from "../../api/graph.ts";
import type { Report } from "../../model/report.ts";
import { reportJson } from "../../report/formats/json.ts";
import { graphDot, graphMermaid } from "../../report/commands/graph-drawing.ts";
import { graphText } from "../../report/commands/graph-text.ts";
import { plainPaint } from "../../model/paint.ts";
import { drawUnread } from "../../report/formats/text-subject.ts";
import { addPaths } from "../options/check-options.ts";
import type { ExitCode, Io } from "../io.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";
import { addSurveyOptions, prepareSurvey, type SurveyFlags } from "../options/survey-options.ts";

const formats = ["dot", "json", "mermaid", "text"] as const;

interface Flags extends SurveyFlags {
  readonly format: (typeof formats)[number];
}

const notes = `
Kinds of references:
  link, image, definition, html   references in Markdown and HTML
  code-span, fence                paths in code
  import                          imported, required or sourced files
  mention                         paths and unique file names in text
  directory                       paths of directories: all files below them
  Paths are relative to the skill's root or to the file that contains them.

Examples:
  skills graph my-skill
  skills graph --tokens exact my-skill
  skills graph --format dot my-skill | dot -Tsvg > graph.svg
  skills graph --format mermaid my-skill > graph.mmd

Exit codes:
  0  shown, even with broken references; use "skills lint" to fail for them
  2  usage or I/O error, or no skill in scope
`;

export function define(io: Io): Command {
  const command = addPaths(createCommand("skills graph", io))
    .description(
      "Show how a skill's files refer to each other, their tokens, broken references and unreachable files.",
    )
    .addOption(
      choiceOption(
        "-f, --format <format>",
        "output format: text, json, dot (for Graphviz) or mermaid",
        formats,
        "text",
      ),
    )
    .option("-a, --all", "show long lists in full, as the other formats always do");
  return addSurveyOptions(command).addHelpText("after", notes);
}

/** `skills graph`: prints the references between a skill's files on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? print(command.args, command.opts<Flags>(), io);
}

async function print(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { options, style } = await prepareSurvey(operands, flags, io);
  const { report, skills } = await graph(options);
  const drawn: Readonly<Record<Flags["format"], () => string>> = {
    text: () => graphText(report, skills, style),
    json: () => reportJson(report),
    dot: () => graphDot(skills),
    mermaid: () => graphMermaid(skills),
  };
  io.stdout.write(drawn[flags.format]());
  if (flags.format === "dot" || flags.format === "mermaid") sayUnread(report, io);
  return 0;
}

/** Lists unread files on standard error, as a diagram cannot show them. */
function sayUnread({ subjects, unread }: Report, io: Io): void {
  const inSkills = subjects.flatMap(({ path, partial }) =>
    partial.map((each) => ({ ...each, path: path === "." ? each.path : `${path}/${each.path}` })),
  );
  for (const line of drawUnread([...inSkills, ...unread], "skills: ", plainPaint))
    io.stderr.write(`${line}\n`);
}
