import { checkTargets, isClient, isSystem, isValidator, type Target, titleOf } from "../../model/target.ts";
import { series, seriesAtMost } from "../../core/sentence.ts";
import type { Diagnostic, RefusedVersions, Subject } from "../../model/report.ts";

/** Whether a target refuses the skill, but the rule that reports the cause is off, so that no finding says so. */
export function isRuleOff({ findings, verdicts }: Subject, id: Target): boolean {
  return verdicts[id] === "refuses" && !findings.some(({ refusedBy }) => refusedBy.includes(id));
}

/**
 * A list such as "refused by spec, claude-ai; fails in agio; not loaded by Cline": validators and uploaders refuse a
 * skill, simulated systems and clients fail to load it. Empty if there are none.
 */
export function describeRefusers(refused: Refused): string {
  return describe(refused, (names) => names.join(", "));
}

type Refused = Pick<Diagnostic, "refusedBy" | "refusedVersions">;

/**
 * As `describeRefusers`, for a table: if all validators, uploaders or agents are included, only their kind is named.
 */
export function describeRefusersInShort(ids: readonly Target[]): string {
  return describe({ refusedBy: ids }, (names) => series(inShort(names)));
}

/** What programs do to a skill, such as "not loaded by", and the names of the programs. */
interface RefusalPart {
  readonly verb: string;
  readonly names: string;
}

/** The parts of `describeRefusersInShort`, with no more than `limit` names each, such as "Cline, pi and 3 more". */
export function refusalsAtMost(refused: Refused, limit: number): readonly RefusalPart[] {
  return toParts(refused, (names) => seriesAtMost(inShort(names), limit));
}

/** The names; if all validators, uploaders or agents are among them, their kind instead. */
function inShort(names: readonly string[]): readonly string[] {
  const whole = kinds.filter(({ members }) => members.every((id) => names.includes(id)));
  const rest = names.filter((name) => !whole.some(({ members }) => members.some((id) => id === name)));
  return [...whole.map(({ name }) => name), ...rest];
}

const kinds: readonly { readonly name: string; readonly members: readonly Target[] }[] = [
  { name: "every validator", members: checkTargets.filter(isValidator) },
  { name: "every uploader", members: checkTargets.filter((id) => !isValidator(id) && !isSystem(id)) },
  { name: "every simulated system", members: checkTargets.filter(isSystem) },
];

function describe(refused: Refused, list: (names: readonly string[]) => string): string {
  return toParts(refused, list)
    .map(({ verb, names }) => `${verb} ${names}`)
    .join("; ");
}

function toParts(
  { refusedBy: ids, refusedVersions }: Refused,
  list: (names: readonly string[]) => string,
): readonly RefusalPart[] {
  const systems = ids.filter(isSystem);
  const clients = ids.filter((id) => !isSystem(id) && isClient(id));
  const others = ids.filter((id) => !isSystem(id) && !isClient(id));
  return [
    ...(others.length > 0 ? [{ verb: "refused by", names: list(others) }] : []),
    ...(systems.length > 0 ? [{ verb: "fails in", names: list(systems) }] : []),
    ...(clients.length > 0
      ? [{ verb: "not loaded by", names: list(titlesOf(clients, refusedVersions)) }]
      : []),
  ];
}

/** The names of the clients, with the versions that were asked for. */
export function titlesOf(ids: readonly Target[], versions: RefusedVersions = {}): readonly string[] {
  return ids.flatMap((id) => versions[id]?.map((version) => `${titleOf(id)} ${version}`) ?? titleOf(id));
}

/** The versions that were asked for and do not load the skill, of all its findings. */
export function refusedVersions({ findings }: Pick<Subject, "findings">): RefusedVersions {
  const versions: Partial<Record<Target, readonly string[]>> = {};
  for (const finding of findings)
    for (const id of finding.refusedBy)
      for (const version of finding.refusedVersions?.[id] ?? [])
        if (!versions[id]?.includes(version)) versions[id] = [...(versions[id] ?? []), version];
  return versions;
}
