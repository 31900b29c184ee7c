import { grouped } from "../../core/sentence.ts";
import { archiveLimits, ArchiveRefused } from "../../model/archive.ts";
import { now } from "../clock.ts";
import { timedReport } from "../timed-report.ts";
import { planVerification } from "../verify/verify.ts";
import { verifyOpened } from "../verify/verify-archive.ts";
import type { VerifyOptions, VerifyResult } from "../verify/verify-options.ts";

/** An archive in memory, and what is asked of it. */
export interface VerifyBytesOptions extends Omit<VerifyOptions, "paths" | "cwd" | "policy"> {
  /** A zip or tar.gz, which is recognized by its content. */
  readonly bytes: Uint8Array;
  /** The archive's name, for messages and paths; by default "archive". */
  readonly path?: string;
}

/**
 * Verifies an untrusted archive in memory, as `verify` does one on the disk. A refused archive is a finding. Throws a
 * SkillsError for an invalid digest, or an h1: digest of an archive with several skills.
 */
export async function verifyBytes({
  bytes,
  path = "archive",
  ...choice
}: VerifyBytesOptions): Promise<VerifyResult> {
  const started = now();
  const verification = planVerification(choice);
  const verified = await verifyOpened(path, () => withinLimit(bytes), verification);
  const report = timedReport({
    command: "verify",
    targets: verification.examination.targets,
    subjects: verified.map(({ subject }) => subject),
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  const archives = verified.map(({ checked }) => checked);
  return { report: { ...report, data: { archives, directories: [] } }, archives, directories: [] };
}

function withinLimit(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= archiveLimits.bytes) return bytes;
  throw new ArchiveRefused(
    "too-big",
    `archive has ${grouped(bytes.length)} bytes (limit ${grouped(archiveLimits.bytes)})`,
  );
}
