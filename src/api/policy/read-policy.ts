import { SkillsError } from "../../core/errors.ts";
import { describeProblems } from "../../core/file-problem.ts";
import { quote } from "../../core/show.ts";
import { findFork } from "../../git/committed-files.ts";
import { sha256 } from "../../manifest/digest.ts";
import type { Policy, PolicyVerdict } from "../../model/policy.ts";
import { readWith } from "../../parse/format/read-tree.ts";
import { type FilePlace, namedPlace } from "../../read/file-place.ts";
import { lookUpFile } from "../../find/discover-named.ts";
import { chooseClients } from "../compat/choose-clients.ts";
import { commitReader, whyUnknown } from "../settings/earlier-settings.ts";
import { onDisk } from "../settings/settings-files.ts";
import { policyFormat, ruleKeys } from "./policy-format.ts";

/** The policy of a run. */
export interface PolicyChoice {
  readonly file: string;
  /**
   * The commit from which a change starts. A policy in the repository is then read from there, so that the change
   * cannot weaken it, and what a skill gains is what it has not had there.
   */
  readonly since?: string;
}

export interface LoadedPolicy {
  readonly policy: Policy;
  /** The policy's own name, or its path. */
  readonly name: string;
  readonly path: string;
  /** "sha256:" and the hexadecimal digest of the file's bytes. */
  readonly digest: string;
  /** The commit that it was read from; absent for the disk. */
  readonly commit?: string;
}

/**
 * Reads a policy. Throws a SkillsError if it is missing, or with a list of all problems in it; in a change also if the
 * policy before it is unknown.
 */
export async function readPolicy({ file, since }: PolicyChoice, cwd: string): Promise<LoadedPolicy> {
  if (file === "") throw new SkillsError("bad-usage", "--policy is empty; give it a file");
  const place = namedPlace(file, cwd);
  const earlier = since === undefined ? undefined : await readEarlier(place, since, cwd);
  const bytes = earlier?.bytes ?? onDisk.read(lookUpFile(file, cwd));
  const { name = place.label, ...policy } = parsePolicy(bytes, place.label);
  return {
    policy,
    name,
    path: place.label,
    digest: `sha256:${sha256(bytes)}`,
    ...(earlier && { commit: earlier.commit }),
  };
}

/** Throws a SkillsError if a run cannot judge any key of a policy: it would pass whatever the skills do. */
export function requireJudged({ policy, path }: LoadedPolicy, unknown: PolicyVerdict["notJudged"]): void {
  const isUnknown = (key: string): boolean => unknown.some(({ rule }) => rule === key);
  if (ruleKeys.some((key) => Object.hasOwn(policy, key) && !isUnknown(key))) return;
  const reasons = unknown.map(({ rule, reason }) => `${rule}: ${reason}`).join("; ");
  throw new SkillsError("bad-usage", `nothing of the policy ${quote(path, 40)} can be judged here`, {
    hint: reasons,
  });
}

/** Reads a policy from its bytes. Throws a SkillsError with a list of all problems. */
export function parsePolicy(bytes: Uint8Array, label: string): Policy & { readonly name?: string } {
  const { value, problems } = readWith(policyFormat, bytes, label);
  const [first, ...others] = describeProblems(problems);
  if (first !== undefined) throw new SkillsError("bad-usage", first, { others });
  if (!value) throw new SkillsError("bad-usage", `the policy ${quote(label)} is empty`);
  // Refuses an unknown variant, and a range without a recorded version.
  if (value.clients) chooseClients(value.clients);
  return value;
}

/**
 * The policy in the commit before a change. Undefined if the file is outside the repository, as the change does not
 * contain it. One that only the change has is not used: a change that moves the working directory would choose it.
 */
async function readEarlier(
  place: FilePlace,
  since: string,
  cwd: string,
): Promise<{ readonly bytes: Uint8Array; readonly commit: string } | undefined> {
  const fork = await findFork(cwd, since);
  const { innerOf, readWith: readIn } = commitReader(fork, cwd);
  if (fork.root !== undefined && innerOf(place.absolute) === undefined) return undefined;
  const { commit } = fork;
  const shown = quote(place.label, 40);
  if (commit === undefined)
    throw new SkillsError("not-found", `the policy ${shown} before the change is unknown`, {
      hint: whyUnknown(fork, since),
    });
  const bytes = await readIn((files) => (files.isThere(place.absolute) ? files.read(place) : undefined));
  if (!bytes)
    throw new SkillsError("not-found", `the commit before the change has no policy ${shown}`, {
      hint: "a change is judged by the policy before it; commit the policy first",
    });
  return { bytes, commit };
}
