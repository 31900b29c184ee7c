import type { Command } from "commander";
import { digest } from "../../api/digest.ts";
import { reportJson } from "../../report/formats/json.ts";
import { digestNotes, digestText } from "../../report/commands/digest-text.ts";
import type { ExitCode, Io } from "../io.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

const formats = ["json", "text"] as const;

interface Flags {
  readonly format: (typeof formats)[number];
  readonly all?: boolean;
}

const notes = `
Digests:
  h1:      of the content: the files of a directory that "skills pack" packs, or
           all files of an archive, except skill.manifest.json and
           skill.oms.sig. A skill's directory and every archive packed from it
           have the same digest, and with --all the unpacked files too.
           It is Go's Hash1; these programs print it in hexadecimal:
      find . -type f ! -path ./skill.manifest.json ! -path ./skill.oms.sig |
        sed 's|^\\./||' | LC_ALL=C sort | xargs -d '\\n' sha256sum -- | sha256sum
  sha256:  of an archive's bytes, as "sha256sum" prints it

Examples:
  skills digest my-skill
  skills digest my-skill.zip their-skill.tar.gz
  skills digest --all ~/.agents/skills/my-skill
  skills digest my-skill | cut -d ' ' -f 1
  skills digest --format json skills

Exit codes:
  0  every digest was printed
  1  an archive was refused, or a directory cannot be packed
  2  usage or I/O error
`;

export function define(io: Io): Command {
  return createCommand("skills digest", io)
    .description(
      "Print a skill's content digest, which is the same for its directory and all its archives, and the digest of an archive's bytes.",
    )
    .argument("[PATH...]", 'archives, skill directories, or directories that contain skills (default: ".")')
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"))
    .option("-a, --all", 'include the files that "skills pack" leaves out')
    .addHelpText("after", notes);
}

/** `skills digest`: prints the digests of contents and archives on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? print(command.args, command.opts<Flags>(), io);
}

async function print(operands: readonly string[], { format, all = false }: Flags, io: Io): Promise<ExitCode> {
  const { report, digests } = await digest({
    paths: operands.length === 0 ? ["."] : operands,
    cwd: io.cwd,
    all,
  });
  if (format === "json") io.stdout.write(reportJson(report));
  else {
    io.stdout.write(digestText(digests));
    io.stderr.write(digestNotes(report, digests));
  }
  return report.outcome;
}
