import { SkillsError } from "../../core/errors.ts";
import type { VercelLockedSkill } from "../../model/lock.ts";
import type { LockDifference } from "../../results/verify.ts";
import { quote } from "../../core/show.ts";
import type { Root } from "../../install/root.ts";
import { namesIn, readInstalled } from "../install/installed-state.ts";
import { vercelDirectory, vercelHashes } from "./vercel-hash.ts";

/**
 * How an installed skill differs from what `skills-lock.json` says; undefined where it does not. A hash that does not come out proves nothing (vercel-labs/skills#806):
 * it was made of the source, before the installer left files out and followed links, and of what skills.sh had where it was fetched from there.
 */
export function compareWithVercelLock(
  root: Root,
  name: string,
  { computedHash }: VercelLockedSkill,
): LockDifference | undefined {
  const directory = vercelDirectory(name);
  const difference = (
    kind: LockDifference["kind"],
    message: string,
    more: Partial<LockDifference> = {},
  ): LockDifference => ({ kind, severity: "error", skill: name, message, ...more });
  if (!namesIn(root).some(({ text, kind }) => text === directory && kind === "directory"))
    return difference("missing", `${quote(directory)} is not installed, and the lock lists it`);
  try {
    const { files, others } = readInstalled(root, directory);
    const hashes = vercelHashes(files);
    if (hashes.includes(computedHash)) return undefined;
    const [got = ""] = hashes;
    const [other] = others;
    const reason = other
      ? `it holds ${quote(other.path)}, ${other.kind}, which is not hashed`
      : "either it was changed, or the lock's hash is of files that were left out on installing (metadata.json, __pycache__), in the order of another language, or of what skills.sh held";
    return difference("undecidable", `${quote(name)} does not give the lock's hash: ${reason}`, {
      expected: computedHash,
      got,
    });
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return difference("unreadable", error.message);
  }
}
