import type { Command } from "commander";
import { listArchiveCodes } from "../../api/explain-archive.ts";
import { verify } from "../../api/verify/verify.ts";
import type { VerifyOptions } from "../../api/verify/verify-options.ts";
import { isLockName, verifyLocks } from "../../api/verify/verify-lock.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { reportJson } from "../../report/formats/json.ts";
import { lockText } from "../../report/commands/verify/lock-text.ts";
import { verifyText } from "../../report/commands/verify/verify-text.ts";
import { addTargetOption, targetNotes, type CheckFlags } from "../options/check-options.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

interface Flags extends Pick<CheckFlags, "color" | "format" | "quiet" | "target"> {
  readonly digest?: readonly string[];
  readonly profile: Profile;
}

type Profile = NonNullable<VerifyOptions["profile"]>;

const formats: readonly CheckFlags["format"][] = ["json", "text"];
const profiles: readonly Profile[] = ["auto", "own"];

const notes = `
What is done, in this order:
  1. An archive (zip, .skill, .tar.gz) is opened as a stranger's: whatever two
     programs could read in two ways, or unpack somewhere else, is refused.
  2. Its files, or every file of a directory, are held against
     skill.manifest.json, both ways. A manifest that nobody signed shows that
     files belong together, and not who made them: then the word is
     "consistent (unsigned)".
  3. The skill is checked as "skills validate" does it; every one of several in
     an archive, with a directory each.
  Nothing is unpacked to the disk, and nothing in it is run.
  A lock (skills.lock.json, or a skills-lock.json of vercel's installer) is held
  against the skills that are installed beside it; nothing there is changed.

${targetNotes}
Examples:
  skills verify downloads/pdf.skill
  skills verify -d h1:kO+8x4IK7StcfB/O8kSEwcq2759SwwzG9dZBjqf4xn8= demo.zip
  skills verify ~/.claude/skills/pdf      what was installed, by its manifest
  skills verify .agents/skills/skills.lock.json
  skills verify --profile own dist/*.zip  nothing but what skills pack has made
  skills explain archive-name-segment     why an archive is refused for it

Exit codes:
  0  accepted: no errors
  1  refused, different from its manifest or digest, or the skill has errors
  2  it could not be done: bad usage, nothing to read, or nothing to verify
`;

export function define(io: Io): Command {
  const command = createCommand("skills verify", io)
    .description(
      "Open archives of skills as a stranger's, and hold what is in them, or in a directory, against the manifest there and against a digest.",
    )
    .argument(
      "<PATH...>",
      "archives (zip, .skill, .tar.gz), directories with a skill.manifest.json; or locks",
    );
  addTargetOption(command)
    .option(
      "-d, --digest <digest>",
      "what the content (h1:...) or the archive (sha256:...) must have; may be given again",
      (word: string, before: readonly string[] = []) => [...before, word],
    )
    .addOption(
      choiceOption(
        "--profile <name>",
        "own: take only what skills pack has made, byte for byte; or auto",
        profiles,
        "auto",
      ),
    )
    .addOption(choiceOption("-f, --format <format>", "text or json", formats, "text"))
    .option("-q, --quiet", "show errors only");
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills verify`: prints what archives and directories hold, and whether that is what their manifests say. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? report(command.args, command.opts<Flags>(), io);
}

async function report(paths: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const locks = paths.filter(isLockName);
  if (locks.length === 0) return reportArchives(paths, flags, io);
  if (locks.length < paths.length)
    throw new SkillsError("bad-usage", `${quote(locks[0]!)} is a lock, and other paths are none`, {
      hint: "verify locks by themselves",
    });
  if (flags.digest || flags.target)
    throw new SkillsError(
      "bad-usage",
      `${flags.digest ? "--digest" : "--target"} is given for a lock, which has digests of its own and leaves skills unchecked`,
    );
  return reportLocks(locks, flags, io);
}

async function reportLocks(
  paths: readonly string[],
  { format, quiet = false, color }: Flags,
  io: Io,
): Promise<ExitCode> {
  const { report, locks } = await verifyLocks(paths, io.cwd);
  const { columns } = io.stdout;
  const context = {
    paint: await paintFor(io, color),
    quiet,
    ...(columns !== undefined && { width: columns }),
  };
  io.stdout.write(format === "json" ? reportJson(report) : lockText(locks, context));
  return report.outcome;
}

async function reportArchives(
  paths: readonly string[],
  { target, digest, profile, format, quiet, color }: Flags,
  io: Io,
): Promise<ExitCode> {
  const result = await verify({
    paths,
    cwd: io.cwd,
    profile,
    ...(target && { targets: target }),
    ...(digest && { digests: digest }),
  });
  const { columns } = io.stdout;
  const context = {
    paint: await paintFor(io, color),
    quiet: quiet === true,
    ...(columns !== undefined && { width: columns }),
  };
  io.stdout.write(
    format === "json"
      ? reportJson(result.report)
      : verifyText(
          { ...result, pages: Object.fromEntries(listArchiveCodes().map((meta) => [meta.id, meta])) },
          context,
        ),
  );
  return result.report.outcome;
}
