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
What leads from file to file:
  link, image, definition, html   what Markdown and HTML refer to
  code-span, fence                a path in code
  import                          what a script imports, requires or sources
  mention                         a path, or a name that no other file has
  directory                       a directory that is named: all files below it
  A path counts from the skill's root, or from the file it stands in.

Examples:
  skills graph my-skill
  skills graph --tokens exact my-skill
  skills graph --format dot my-skill | dot -Tsvg > graph.svg
  skills graph --format mermaid my-skill > graph.mmd

Exit codes:
  0  shown, broken references or not: "skills lint" is what fails for them
  2  it could not be done: bad usage, nothing to read, or no skill in scope
`;

export function define(io: Io): Command {
  const command = addPaths(createCommand("skills graph", io))
    .description(
      "Which file of a skill leads to which, at what cost in tokens; and what is broken, or led to by nothing.",
    )
    .addOption(
      choiceOption("-f, --format <format>", "text, json, dot (for Graphviz) or mermaid", formats, "text"),
    )
    .option("-a, --all", "show long lists whole; the other formats always do");
  return addSurveyOptions(command).addHelpText("after", notes);
}

/** `skills graph`: prints which file of a skill leads to which on standard output. */
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

/** A drawing has no place for what was not read. */
function sayUnread({ subjects, unread }: Report, io: Io): void {
  const inSkills = subjects.flatMap(({ path, partial }) =>
    partial.map((each) => ({ ...each, path: path === "." ? each.path : `${path}/${each.path}` })),
  );
  for (const line of drawUnread([...inSkills, ...unread], "skills: ", plainPaint))
    io.stderr.write(`${line}\n`);
}
