import { contextReader } from "../../find/surroundings.ts";
import { noteArchivesInside } from "../../archive/notes.ts";
import { uploaders } from "../../generated/uploaders.ts";
import { isTarget, type PackTarget } from "../pack/pack-options.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { chosenClients } from "../../model/target.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote, show } from "../../core/show.ts";
import { isIgnored } from "../../manifest/ignored.ts";
import { ArchiveRefused } from "../../model/archive.ts";
import { type Manifest, manifestName, signatureName } from "../../model/manifest.ts";
import type { Denial } from "../../model/policy.ts";
import type { Diagnostic, Subject } from "../../model/report.ts";
import type { FileEntry, Listing, SkillSource } from "../../model/source.ts";
import { archivesIn, lookUpOperand, type Operand } from "../../find/archive-file.ts";
import { openDirectory } from "../../read/directory.ts";
import { joinLabel } from "../../core/paths.ts";
import type { CheckedArchive, CheckedDirectory } from "../../model/reports/verify.ts";
import { skillRules } from "../../rules/lists/skill-rules.ts";
import { refusalOf, refusedSubject } from "../archives/archive-findings.ts";
import { checkContent } from "../archives/check-content.ts";
import { collectFiles } from "../archives/collect-files.ts";
import { type CheckedFiles, checkAgainstManifest } from "../archives/checked-files.ts";
import { timedReport } from "../timed-report.ts";
import { now } from "../clock.ts";
import { type Examined, examineSkill } from "../../lint/examine-skill.ts";
import { type Verification, verifyArchive } from "./verify-archive.ts";
import { isLockName } from "./verify-lock.ts";
import {
  type ExpectedDigests,
  readDigests,
  type VerifyOptions,
  type VerifyResult,
} from "./verify-options.ts";

/**
 * Opens untrusted archives, and checks their content, or that of directories, against manifests, required digests and
 * targets.
 * Throws a SkillsError if something cannot be read, or if there is nothing to verify.
 */
export async function verify({ paths, cwd, policy, ...choice }: VerifyOptions): Promise<VerifyResult> {
  const started = now();
  const judge =
    policy === undefined
      ? undefined
      : await (await import("../policy/skill-judge.ts")).openJudge(policy, cwd);
  const verification = planVerification(choice);
  const operands = lookUpAll(paths, cwd, verification.expected);
  requireArchives(operands, choice.targets ?? []);
  const subjects: Subject[] = [];
  const archives: CheckedArchive[] = [];
  const directories: CheckedDirectory[] = [];
  const denials = new Map<string, readonly Denial[]>();
  const note = ({ subject, source }: Pick<VerifiedDirectory, "subject" | "source">): void => {
    subjects.push(subject);
    if (judge && source) denials.set(subject.path, judge.judge(source));
  };
  for (const operand of operands) {
    if (operand.kind === "archive") {
      for (const verified of await verifyArchive(operand, verification)) {
        archives.push(verified.checked);
        note(verified);
      }
    } else {
      const verified = verifyDirectory(operand, verification);
      directories.push(verified.checked);
      note(verified);
    }
  }
  const report = timedReport({
    command: "verify",
    targets: verification.examination.targets,
    subjects,
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  const found = { ...report, data: { archives, directories } };
  return {
    report: judge ? judge.conclude(found, denials, "skills verify knows no earlier version") : found,
    archives,
    directories,
  };
}

/** What is asked of every archive and directory. Throws a SkillsError for an invalid digest. */
export function planVerification({
  targets = ["spec"],
  clients,
  digests = [],
  profile = "auto",
}: Omit<VerifyOptions, "paths" | "cwd" | "policy">): Verification {
  const validators = targets.filter(isTarget);
  return {
    expected: readDigests(digests),
    profile,
    examination: {
      targets: validators.length > 0 ? targets : ["spec" as const, ...targets],
      clients: chosenClients(clients),
      rules: skillRules,
      contextOf: contextReader(),
    },
    uploaders: uploaders.filter(({ id }) => targets.includes(id)),
  };
}

/** Resolves all paths before the first is read, so that a missing path does not end a long run. */
function lookUpAll(
  paths: readonly string[],
  cwd: string,
  { archive, content }: ExpectedDigests,
): readonly Operand[] {
  const operands = paths.map((path) => lookUpOperand(path, cwd));
  const [first] = operands;
  if (!first) throw new SkillsError("bad-usage", "no path was given; pass an archive or a skill directory");
  if (archive.length + content.length > 0 && operands.length > 1)
    throw new SkillsError("bad-usage", `--digest applies to one path, but ${operands.length} are given`);
  if (archive.length > 0 && first.kind === "directory")
    throw new SkillsError(
      "bad-usage",
      `${quote(first.label)} is a directory, but a sha256: digest is of an archive`,
      { hint: "use the h1: digest of the directory's content" },
    );
  return operands;
}

/** An uploader takes archives, not directories. */
function requireArchives(operands: readonly Operand[], targets: readonly PackTarget[]): void {
  const directory = operands.find(({ kind }) => kind === "directory");
  const uploader = targets.find((id) => !isTarget(id));
  if (!directory || uploader === undefined) return;
  throw new SkillsError(
    "bad-usage",
    `target ${quote(uploader)} takes archives, but ${quote(directory.label)} is a directory`,
    { hint: `use \`skills check --target ${uploader} ${toShellWord(directory.label)}\`` },
  );
}

interface VerifiedDirectory {
  readonly checked: CheckedDirectory;
  readonly subject: Subject;
  /** Absent if the directory was refused. */
  readonly examined?: Examined;
  /** The files of the skill; absent as well. */
  readonly source?: SkillSource;
}

/**
 * Checks a directory against its manifest and the required digests, and then its skill against the targets. Throws a
 * SkillsError if there is neither a manifest nor a digest.
 */
function verifyDirectory(operand: Operand, verification: Verification): VerifiedDirectory {
  const { absolute, label } = operand;
  const listing = openDirectory(absolute, label).list();
  if (verification.expected.content.length === 0 && !listing.entries.some(isManifest))
    throw nothingToVerify(operand, listing);
  try {
    return describe(operand, listing, verification);
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    return {
      checked: { path: label, refused: refusalOf(error) },
      subject: refusedSubject("skill", label, error),
    };
  }
}

function describe(
  { absolute, label }: Operand,
  listing: Listing,
  { expected, examination }: Verification,
): VerifiedDirectory {
  const { files, problems: all } = collectFiles(listing, { absolute, label });
  const found = checkAgainstManifest(files);
  const problems = all.filter(({ file }) => !found.manifest || !isLeftOut(file, found.manifest));
  const checked = withoutExplained(found, problems);
  const source = openDirectory(absolute, label);
  const examined = examineSkill(source, examination);
  const content = checkContent({
    files,
    checked,
    name: examined.subject.name,
    expected: expected.content,
    notes: noteArchivesInside(files),
    problems,
  });
  return {
    checked: { path: label, opened: content.checked },
    subject: { ...examined.subject, findings: [...content.findings, ...examined.subject.findings] },
    examined,
    source,
  };
}

/** Unreadable files count too: they are findings, so there is something to verify. */
function isManifest({ path, kind }: FileEntry): boolean {
  return path === manifestName && kind !== "directory";
}

/** A manifest does not list itself or its signature, which must be regular files. */
function isLeftOut(file: string, { ignored }: Manifest): boolean {
  return file !== manifestName && file !== signatureName && isIgnored(file, ignored);
}

/** Leaves out unreadable files, which are not missing, and on Windows modes, as it has no executable bits. */
function withoutExplained(checked: CheckedFiles, problems: readonly Diagnostic[]): CheckedFiles {
  const unread = new Set(problems.map(({ file }) => file));
  const isExplained = (path: string): boolean =>
    path.split("/").some((_, at, names) => unread.has(names.slice(0, at + 1).join("/")));
  const differences = checked.differences.filter(({ kind, path }) =>
    kind === "missing" ? !isExplained(path) : kind !== "mode" || process.platform !== "win32",
  );
  return { ...checked, differences };
}

function nothingToVerify(operand: Operand, { entries, unread }: Listing): SkillsError {
  const { label } = operand;
  const root = unread.find(({ path }) => path === ".");
  if (root) return new SkillsError("unreadable", `cannot read ${quote(label)}: ${root.reason}`);
  const lock = entries.find(({ path }) => isLockName(path) && !path.includes("/"))?.path;
  const inner = lock ?? archivesIn(operand)[0];
  const hint =
    inner === undefined
      ? `to check it against a known digest, use skills verify --digest h1:... ${show(label)}`
      : `give a path in it, such as skills verify ${show(joinLabel(label, inner))}`;
  return new SkillsError(
    "not-found",
    `nothing to verify in ${quote(label)}: it has no ${manifestName}, and no --digest is given`,
    { hint },
  );
}
