import { checkTargets, isSystem, isValidator, type CheckTarget } from "../../model/target.ts";
import { series } from "../../core/sentence.ts";

/**
 * A list such as "refused by spec, claude-ai; fails in agio": validators and uploaders refuse a skill, while agents
 * fail to load it. Empty if there are no ids.
 */
export function describeRefusers(ids: readonly CheckTarget[]): string {
  return describe(ids, (names) => names.join(", "));
}

/** As `describeRefusers`, for a table: if all validators, uploaders or agents are included, only their kind is named. */
export function describeRefusersInShort(ids: readonly CheckTarget[]): string {
  return describe(ids, (names) =>
    series(
      kinds.flatMap(({ name, members }) =>
        members.every((id) => names.includes(id)) ? [name] : members.filter((id) => names.includes(id)),
      ),
    ),
  );
}

const kinds: readonly { readonly name: string; readonly members: readonly CheckTarget[] }[] = [
  { name: "every validator", members: checkTargets.filter(isValidator) },
  { name: "every uploader", members: checkTargets.filter((id) => !isValidator(id) && !isSystem(id)) },
  { name: "every simulated agent", members: checkTargets.filter(isSystem) },
];

function describe(ids: readonly CheckTarget[], list: (names: readonly CheckTarget[]) => string): string {
  const systems = ids.filter(isSystem);
  const others = ids.filter((id) => !isSystem(id));
  return [
    ...(others.length > 0 ? [`refused by ${list(others)}`] : []),
    ...(systems.length > 0 ? [`fails in ${list(systems)}`] : []),
  ].join("; ");
}
