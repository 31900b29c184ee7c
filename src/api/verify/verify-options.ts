import type { CheckedArchive, CheckedDirectory, VerifyData } from "../../results/verify.ts";
import type { ValidatorId } from "../../model/client.ts";
import { SkillsError } from "../../core/errors.ts";
import type { Report } from "../../model/report.ts";
import { quote } from "../../core/show.ts";

export interface VerifyOptions {
  /** Archives and skills' directories, as the user wrote them. */
  readonly paths: readonly string[];
  /** Where relative paths begin. */
  readonly cwd: string;
  /** The targets whose refusal of the skill is an error; "spec" alone where none is given. */
  readonly targets?: readonly ValidatorId[];
  /** What the one archive or directory must have: "h1:…" is of its content, "sha256:…" of an archive's own bytes. */
  readonly digests?: readonly string[];
  /** "own" takes only archives that are, byte for byte, what `skills pack` makes of the same files; "auto" takes both kinds. */
  readonly profile?: "auto" | "own";
}

export interface VerifyResult {
  /** Its `data` holds `archives` and `directories`. */
  readonly report: Report<VerifyData>;
  /** In the order of the paths: one for each skill, or for an archive that was refused. */
  readonly archives: readonly CheckedArchive[];
  readonly directories: readonly CheckedDirectory[];
}

/** What was asked of the bytes of an archive, and of what is in it. */
export interface ExpectedDigests {
  readonly archive: readonly string[];
  readonly content: readonly string[];
}

/** Throws a SkillsError ("bad-usage") for what has the form of no digest. Hexadecimal digits may be capitals, as some programs print them. */
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
    'of content it is "h1:" and 44 characters of base64, of an archive "sha256:" and 64 hexadecimal digits; skills digest prints both';
  throw new SkillsError("bad-usage", `--digest ${quote(written)} has the form of no digest`, { hint });
}
