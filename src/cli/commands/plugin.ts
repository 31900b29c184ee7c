import type { Command } from "commander";
import { type SyncResult, syncPlugins } from "../../api/plugin/sync.ts";
import { SkillsError } from "../../core/errors.ts";
import { count } from "../../core/sentence.ts";
import { type SyncField, syncFields } from "../../model/plugin-sync.ts";
import { syncNotes, syncText } from "../../report/commands/sync-text.ts";
import { unifiedDiff } from "../../report/drawing/unified-diff.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { createCommand, listOption, parseArguments } from "../program.ts";
import { writePatch } from "../write-patch.ts";

interface Flags {
  readonly from?: string;
  readonly fields?: readonly SyncField[];
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly color?: boolean;
}

const notes = `
What sync writes, into the manifests of each plugin and its entries in the
marketplaces at or below DIR:
  - name, version, author, homepage, repository, license and keywords of one
    manifest, and its description with --fields, as that is often for the users
    of one client; into an entry of a marketplace, and from one, only the name
    and the version
  - only where a file has the field: what it leaves out stays out
  - no version that a release fills in, such as 0.0.0, or that differs only
    after a "+"
  - only the values: the rest of a file stays as it is, byte for byte
The others follow the root plugin.json if it is one of Agent Plugins, or else
the first of .claude-plugin, .codex-plugin, .cursor-plugin, .plugin and
.github/plugin that has a plugin.json; --from names another. Without --from, no
version is replaced by an older one. Symlinks are not written. If a client would
refuse the result that accepts the plugin as it is, nothing is written.

Examples:
  skills plugin sync
  skills plugin sync --check
  skills plugin sync --from .codex-plugin/plugin.json plugins/pdf
  skills plugin sync --fields version,description --dry-run

Exit codes:
  0  the files agree, or were written
  1  --check or --dry-run: they differ
  2  usage or I/O error, no plugin, a manifest that cannot be read, a file to
     follow that has an older version, or a result that a client would refuse;
     nothing was written
`;

export function define(io: Io): Command {
  const command = createCommand("skills plugin", io)
    .description("Keep the manifests of a plugin in step: write the others from one.")
    .argument("<sync>", "what to do")
    .argument("[DIR]", 'a plugin, a marketplace or a directory with some (default: ".")')
    .option("--from <file>", "the manifest that the others follow, from here or in each plugin; see below")
    .addOption(listOption("--fields <list>", "write only these fields: a comma-separated list", syncFields))
    .option("--check", "only report what differs; change nothing")
    .option("--dry-run", "print what would change as a patch; change nothing");
  command.registeredArguments[0]!.argChoices = ["sync"];
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills plugin`: prints what was written on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? sync(command.args, command.opts<Flags>(), io);
}

async function sync(
  [action = "", path = "."]: readonly string[],
  { from, fields, check = false, dryRun = false, color }: Flags,
  io: Io,
): Promise<ExitCode> {
  if (action !== "sync")
    throw new SkillsError("bad-usage", "the only thing to do with plugins is sync", {
      hint: "skills plugin --help shows examples",
    });
  const result = await syncPlugins({
    path,
    cwd: io.cwd,
    dryRun: check || dryRun,
    ...(from !== undefined && { from }),
    ...(fields && { fields }),
  });
  if (dryRun) await writeDryRun(result, color, io);
  else io.stdout.write(syncText(result, check));
  io.stderr.write(syncNotes(result));
  return (check || dryRun) && result.values.length > 0 ? 1 : 0;
}

async function writeDryRun({ changes }: SyncResult, color: boolean | undefined, io: Io): Promise<void> {
  writePatch(unifiedDiff(changes), await paintFor(io, color), io);
  io.stderr.write(`skills: ${count(changes.length, "file")} would change\n`);
}
