import type { CheckedArchive, CheckedDirectory } from "../results/verify.ts";
import { SkillsError } from "../core/errors.ts";
import type { Subject } from "../model/report.ts";
import { quote } from "../core/show.ts";
import { lookUpOperand, type Operand } from "../read/archive-file.ts";
import { skillRules } from "../rules/lists/skill-rules.ts";
import { assembleReport } from "./assemble-report.ts";
import { now } from "./clock.ts";
import { verifyArchive } from "./verify/verify-archive.ts";
import { verifyDirectory } from "./verify/verify-directory.ts";
import {
  readDigests,
  type ExpectedDigests,
  type VerifyOptions,
  type VerifyResult,
} from "./verify/verify-options.ts";

/**
 * Opens archives as a stranger's and holds what is in them, or in directories, against the manifest there, against digests that the caller has, and the skill against the targets.
 * Throws a SkillsError where something cannot be read, or there is nothing to verify.
 */
export async function verify({
  paths,
  cwd,
  targets = ["spec"],
  digests = [],
  profile = "auto",
}: VerifyOptions): Promise<VerifyResult> {
  const started = now();
  const verification = {
    expected: readDigests(digests),
    profile,
    examination: { targets, rules: skillRules },
  };
  const operands = lookUpAll(paths, cwd, verification.expected);
  const subjects: Subject[] = [];
  const archives: CheckedArchive[] = [];
  const directories: CheckedDirectory[] = [];
  for (const operand of operands) {
    if (operand.kind === "archive") {
      for (const verified of await verifyArchive(operand, verification)) {
        archives.push(verified.checked);
        subjects.push(verified.subject);
      }
    } else {
      const verified = verifyDirectory(operand, verification);
      directories.push(verified.checked);
      subjects.push(verified.subject);
    }
  }
  const report = assembleReport({
    command: "verify",
    targets,
    subjects,
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  return {
    report: { ...report, data: { archives, directories } },
    archives,
    directories,
  };
}

/** All of them before the first is read: a path that is not there should not end a long run. */
function lookUpAll(
  paths: readonly string[],
  cwd: string,
  { archive, content }: ExpectedDigests,
): readonly Operand[] {
  const operands = paths.map((path) => lookUpOperand(path, cwd));
  const [first] = operands;
  if (!first)
    throw new SkillsError("bad-usage", "no path was given, expected an archive or a skill's directory");
  if (archive.length + content.length > 0 && operands.length > 1)
    throw new SkillsError("bad-usage", `a digest was given for ${operands.length} paths, expected one path`);
  if (archive.length > 0 && first.kind === "directory")
    throw new SkillsError(
      "bad-usage",
      `${quote(first.label)} is a directory, and sha256: is the digest of an archive`,
      { hint: "the digest of what a directory holds begins with h1:" },
    );
  return operands;
}
