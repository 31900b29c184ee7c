import type { CheckedArchive, CheckedDirectory, VerifyData } from "../../model/reports/verify.ts";
import { SkillsError } from "../../core/errors.ts";
import type { PackTarget } from "../pack/pack-options.ts";
import type { Report } from "../../model/report.ts";
import { quote } from "../../core/show.ts";

export interface VerifyOptions {
  /** Archives and skill directories, as the user wrote them. */
  readonly paths: readonly string[];
  /** Base of relative paths. */
  readonly cwd: string;
  /** The targets whose refusal of the skill is an error, or for an uploader of an archive; by default only "spec". */
  readonly targets?: readonly PackTarget[];
  /** The agent clients that messages may name, as in `LintOptions.clients`; by default the common ones. */
  readonly clients?: readonly string[];
  /** Required digests of the one archive or directory: "h1:…" of its content, "sha256:…" of the archive's bytes. */
  readonly digests?: readonly string[];
  /**
   * "own" accepts only the exact bytes that `skills pack` builds from the same files; "auto" accepts any valid archive.
   */
  readonly profile?: "auto" | "own";
  /** The file with a policy, what the skills may do. */
  readonly policy?: string;
}

export interface VerifyResult {
  /** Its `data` contains `archives` and `directories`. */
  readonly report: Report<VerifyData, "verify">;
  /** In the order of the paths: one for each skill, or for a refused archive. */
  readonly archives: readonly CheckedArchive[];
  readonly directories: readonly CheckedDirectory[];
}

/** The required digests of an archive's bytes and of its content. */
export interface ExpectedDigests {
  readonly archive: readonly string[];
  readonly content: readonly string[];
}

/**
 * Throws a SkillsError ("bad-usage") for an invalid digest. Accepts upper-case hexadecimal digits, which some programs
 * print.
 */
export function readDigests(written: readonly string[]): ExpectedDigests {
  const digests = written.map(readDigest);
  return {
    archive: digests.filter((digest) => digest.startsWith("sha256:")),
    content: digests.filter((digest) => digest.startsWith("h1:")),
  };
}

function readDigest(written: string): string {
  const hexadecimal = /^(?:sha256:)?(?<digits>[0-9a-f]{64})$/i.exec(written)?.groups?.["digits"];
  if (hexadecimal !== undefined) return `sha256:${hexadecimal.toLowerCase()}`;
  if (/^h1:[A-Za-z0-9+/]{43}=$/.test(written)) return written;
  const hint =
    'use "h1:" and 44 base64 characters for content, or "sha256:" and 64 hexadecimal digits for an archive; skills digest prints both';
  throw new SkillsError("bad-usage", `--digest ${quote(written)} is not a digest`, { hint });
}
