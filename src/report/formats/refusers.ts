import { checkTargets, isClient, isSystem, isValidator, type Target, titleOf } from "../../model/target.ts";
import { series, seriesAtMost } from "../../core/sentence.ts";

/**
 * A list such as "refused by spec, claude-ai; fails in agio; not loaded by Cline": validators and uploaders refuse a
 * skill, simulated agents and clients fail to load it. Empty if there are no ids.
 */
export function describeRefusers(ids: readonly Target[]): string {
  return describe(ids, (names) => names.join(", "));
}

/**
 * As `describeRefusers`, for a table: if all validators, uploaders or agents are included, only their kind is named.
 */
export function describeRefusersInShort(ids: readonly Target[]): string {
  return describe(ids, (names) => series(inShort(names)));
}

/** What programs do to a skill, such as "not loaded by", and the names of the programs. */
interface RefusalPart {
  readonly verb: string;
  readonly names: string;
}

/** The parts of `describeRefusersInShort`, with no more than `limit` names each, such as "Cline, pi and 3 more". */
export function refusalsAtMost(ids: readonly Target[], limit: number): readonly RefusalPart[] {
  return toParts(ids, (names) => seriesAtMost(inShort(names), limit));
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
  { name: "every simulated agent", members: checkTargets.filter(isSystem) },
];

function describe(ids: readonly Target[], list: (names: readonly string[]) => string): string {
  return toParts(ids, list)
    .map(({ verb, names }) => `${verb} ${names}`)
    .join("; ");
}

function toParts(ids: readonly Target[], list: (names: readonly string[]) => string): readonly RefusalPart[] {
  const systems = ids.filter(isSystem);
  const clients = ids.filter((id) => !isSystem(id) && isClient(id));
  const others = ids.filter((id) => !isSystem(id) && !isClient(id));
  return [
    ...(others.length > 0 ? [{ verb: "refused by", names: list(others) }] : []),
    ...(systems.length > 0 ? [{ verb: "fails in", names: list(systems) }] : []),
    ...(clients.length > 0 ? [{ verb: "not loaded by", names: list(clients.map(titleOf)) }] : []),
  ];
}
