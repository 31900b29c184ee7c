import type { Command } from "commander";
import { validatorIds } from "../../model/validator.ts";
import { listArchiveCodes } from "../../api/explain-archive.ts";
import { packTargets, type PackTarget } from "../../api/pack/pack-options.ts";
import { verify } from "../../api/verify/verify.ts";
import type { VerifyOptions } from "../../api/verify/verify-options.ts";
import { uploadIds } from "../../model/upload.ts";
import { fill } from "../options/list-terms.ts";
import { isLockName, verifyLocks } from "../../api/verify/verify-lock.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { reportJson } from "../../report/formats/json.ts";
import { lockText } from "../../report/commands/verify/lock-text.ts";
import { verifyText } from "../../report/commands/verify/verify-text.ts";
import { policyText } from "../../report/commands/policy-text.ts";
import { addPolicyOption, type PolicyFlags, policyNotes } from "../options/policy-option.ts";
import { addTargetOption, targetNotes, type CheckFlags } from "../options/check-options.ts";
import { namedIn } from "../options/config-clients.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

interface Flags extends PolicyFlags, Pick<CheckFlags, "color" | "format" | "quiet"> {
  readonly target?: readonly PackTarget[];
  readonly digest?: readonly string[];
  readonly profile: Profile;
}

type Profile = NonNullable<VerifyOptions["profile"]>;

const formats: readonly CheckFlags["format"][] = ["json", "text"];
const profiles: readonly Profile[] = ["auto", "own"];

const notes = `
How archives are checked:
  1. An archive (zip, .skill, .tar.gz) is opened as untrusted: it is refused if
     programs could read it differently, or unpack it outside its directory.
  2. Its files, or every file of a directory, are compared with
     skill.manifest.json. An unsigned manifest shows that the files match, but
     not who made them: the result is "matches its manifest
     (unsigned)".
  3. Each skill is checked as "skills validate" does, and the archive as the
     chosen uploaders would check it.
  Nothing is unpacked to disk, and nothing in an archive is run.
  For a lock (skills.lock.json, or skills-lock.json of vercel's installer), the
  skills installed next to it are compared with it.

${targetNotes}  Uploaders, for archives; "all" does not include them, as they require
  different ones:
${fill(uploadIds.join(", "), "    ")}

${policyNotes}
Examples:
  skills verify downloads/pdf.skill
  skills verify -d h1:kO+8x4IK7StcfB/O8kSEwcq2759SwwzG9dZBjqf4xn8= demo.zip
  skills verify --target claude-ai pdf.zip
  skills verify --policy policy.yaml pdf.zip
  skills verify ~/.claude/skills/pdf      an installed skill with a manifest
  skills verify .agents/skills/skills.lock.json
  skills verify --profile own dist/*.zip  only archives built by skills pack
  skills explain archive-name-segment     explain why an archive is refused

Exit codes:
  0  accepted: no errors
  1  refused, does not match its manifest or digest, or the skill has errors or
     is denied by the policy
  2  usage or I/O error, or nothing to verify
`;

export function define(io: Io): Command {
  const command = createCommand("skills verify", io)
    .description("Verify untrusted archives, installed skills and locks against manifests and digests.")
    .argument(
      "<PATH...>",
      "archives (zip, .skill, .tar.gz), directories with a skill.manifest.json, or locks",
    );
  addTargetOption(command, packTargets, validatorIds)
    .option(
      "-d, --digest <digest>",
      "require this digest of the content (h1:...) or the archive (sha256:...); repeatable",
      (word: string, before: readonly string[] = []) => [...before, word],
    )
    .addOption(
      choiceOption(
        "--profile <name>",
        "accept any valid archive (auto), or only the exact bytes that skills pack builds (own)",
        profiles,
        "auto",
      ),
    )
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"))
    .option("-q, --quiet", "show errors only");
  return addColorOption(addPolicyOption(command)).addHelpText("after", notes);
}

/** `skills verify`: prints whether archives and directories match their manifests. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? report(command.args, command.opts<Flags>(), io);
}

async function report(paths: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const locks = paths.filter(isLockName);
  if (locks.length === 0) return reportArchives(paths, flags, io);
  if (locks.length < paths.length)
    throw new SkillsError("bad-usage", `${quote(locks[0]!)} is a lock, but other paths are not`, {
      hint: "verify locks in a separate run",
    });
  const other = flags.digest
    ? "--digest"
    : flags.target
      ? "--target"
      : flags.policy === undefined
        ? ""
        : "--policy";
  if (other !== "") throw new SkillsError("bad-usage", `${other} does not apply to locks`);
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
  { target, digest, profile, policy, format, quiet, color }: Flags,
  io: Io,
): Promise<ExitCode> {
  const result = await verify({
    paths,
    cwd: io.cwd,
    profile,
    ...(target && { targets: target }),
    ...(await namedIn(io)),
    ...(digest && { digests: digest }),
    ...(policy !== undefined && { policy }),
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
        ) +
          policyText(result.report, {
            paint: context.paint,
            quiet: context.quiet,
            width: Math.min(columns ?? 80, 100),
          }),
  );
  return result.report.outcome;
}
