import { graph } from "../../api/graph.ts";
import { asciiJson } from "../../report/ascii-json.ts";
import { graphDot } from "../../report/graph-dot.ts";
import { graphMermaid } from "../../report/graph-mermaid.ts";
import { graphText } from "../../report/graph-text.ts";
import { createPaint } from "../../report/paint.ts";
import { checkScope, type CheckFlags } from "../check-options.ts";
import { choose } from "../choose.ts";
import { wantsColor } from "../color.ts";
import { tuneEngine } from "../engine.ts";
import type { ExitCode, Io } from "../io.ts";
import { createCommand, parseArguments } from "../program.ts";
import { addTokenOption, type TokenCount } from "../token-option.ts";

const formats = ["dot", "json", "mermaid", "text"] as const;

interface Flags extends Pick<CheckFlags, "stdinName" | "color"> {
  readonly format: (typeof formats)[number];
  readonly all?: boolean;
  readonly tokens: TokenCount;
}

const notes = `
What leads from file to file:
  link, image, definition, html   what Markdown and HTML refer to
  code-span, fence                a path in code
  import                          what a script imports, requires or sources
  mention                         a path, or a name that no other file has, in any text
  directory                       a directory that is named, for each file below it
  A path counts from the skill's root, or from the file it stands in.

Examples:
  skills graph my-skill
  skills graph --tokens exact my-skill
  skills graph --format dot my-skill | dot -Tsvg > graph.svg
  skills graph --format mermaid my-skill > graph.mmd

Exit codes:
  0  shown, broken references or not: "skills lint" is what fails for them
  2  it could not be done: bad usage, nothing there to read, or no skill in scope
`;

/** `skills graph`: prints which file of a skill leads to which on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = createCommand("skills graph", io)
    .description("Which file of a skill leads to which, at what cost in tokens; and what is broken, or led to by nothing.")
    .argument("[PATH...]", 'skill directories, SKILL.md files, trees, globs; "-" for a SKILL.md on standard input (default: ".")')
    .option("-f, --format <format>", "text, json, dot (for Graphviz) or mermaid", (word) => choose("format", word, formats), "text" as const)
    .option("-a, --all", "show long lists whole; the other formats always do")
    .option("--stdin-name <name>", 'the directory that the SKILL.md of "-" would stand in')
    .option("--color", "colour the text, whatever the output is")
    .option("--no-color", "do not");
  addTokenOption(command).addHelpText("after", notes);
  const ended = parseArguments(command, args);
  return ended ?? print(command.args, command.opts<Flags>(), io);
}

async function print(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { paths, cwd, stdin } = checkScope(operands, { ...flags, format: "text" }, io);
  await tuneEngine(paths, io.cwd);
  const { report, skills } = await graph({ paths, cwd, tokens: flags.tokens, ...(stdin && { stdin }) });
  const text = (): string => graphText(skills, { paint: createPaint(wantsColor(io, flags.color)), width: Math.min(io.stdout.columns ?? 80, 100), all: flags.all === true });
  const drawn: Readonly<Record<Flags["format"], () => string>> = { text, json: () => asciiJson(report), dot: () => graphDot(skills), mermaid: () => graphMermaid(skills) };
  io.stdout.write(drawn[flags.format]());
  return 0;
}
