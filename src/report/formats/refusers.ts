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

/** As `describeRefusersInShort`, with no more than `limit` names of each kind: "not loaded by Cline, pi and 3 more". */
export function describeRefusersAtMost(ids: readonly Target[], limit: number): string {
  return describe(ids, (names) => seriesAtMost(inShort(names), limit));
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
  const systems = ids.filter(isSystem);
  const clients = ids.filter((id) => !isSystem(id) && isClient(id));
  const others = ids.filter((id) => !isSystem(id) && !isClient(id));
  return [
    ...(others.length > 0 ? [`refused by ${list(others)}`] : []),
    ...(systems.length > 0 ? [`fails in ${list(systems)}`] : []),
    ...(clients.length > 0 ? [`not loaded by ${list(clients.map(titleOf))}`] : []),
  ].join("; ");
}
