import type { ListEntry, SkillSourceName } from "../../results/list.ts";
import { compareText } from "../../core/order.ts";
import type { Unread } from "../../model/source.ts";
import { nameIn, type Root } from "../../install/root.ts";
import { lockState, type OpenedLock } from "./lock-state.ts";
import { nameOf, placedSkills, type PlacedSkill } from "./placed-skills.ts";
import { readHead } from "../skill/skill-head.ts";

/** A skill before it is known which others have its name. */
export interface FoundSkill extends ListEntry {
  readonly state: "active" | "broken" | "missing";
}

/** The skills of one root by path, and those that its lock lists and that are not there. */
export function listRoot(
  root: Root,
  source: SkillSourceName | undefined,
  opened: OpenedLock,
  unread: Unread[],
): readonly FoundSkill[] {
  const placed = placedSkills(root);
  unread.push(...placed.unread);
  const rooted = { root: root.label, ...(source !== undefined && { source }) };
  const there = placed.skills.map(
    (each): FoundSkill => ({
      ...rooted,
      path: each.path,
      directory: each.address,
      ...(each.link !== undefined && { link: each.link }),
      ...describe(each),
      ...lockState(root, each, opened),
    }),
  );
  const addresses = new Set(placed.skills.map(({ address }) => address));
  const gone = [...(opened.lock?.keys() ?? [])].filter((name) => !addresses.has(name));
  const missing = gone.map(
    (name): FoundSkill => ({
      ...rooted,
      name,
      path: nameIn(root, name),
      directory: name,
      state: "missing",
      reason: "the lock lists it, and it is not there",
      executables: 0,
    }),
  );
  return [...there, ...missing].sort((a, b) => compareText(a.path, b.path));
}

type Described = Pick<
  FoundSkill,
  "name" | "description" | "hidden" | "state" | "reason" | "ruleId" | "executables"
>;

function describe({ address, source, reason }: PlacedSkill): Described {
  if (!source)
    return { name: address, state: "broken", ...(reason !== undefined && { reason }), executables: 0 };
  const { skill, error } = readHead(source);
  const text = (key: string): string | undefined => {
    const value = skill.document?.frontmatter?.fields.get(key)?.value;
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const description = text("description");
  return {
    name: `${address.slice(0, -nameOf(address).length)}${text("name") ?? nameOf(address)}`,
    ...(description !== undefined && { description }),
    ...(text("disable-model-invocation")?.toLowerCase() === "true" && { hidden: true as const }),
    state: error ? "broken" : "active",
    ...(error && { reason: error.message, ruleId: error.ruleId }),
    executables: skill.files.filter(({ kind, executable }) => kind === "file" && executable).length,
  };
}
