import type { Target } from "../../model/target.ts";

/** The fields beyond the specification that an agent system acts on, with the system's name in messages. */
const systemFields: readonly (readonly [Target, string, readonly string[]])[] = [
  [
    "react-actions",
    "react-actions",
    ["author", "disable-model-invocation", "run-mode", "user-invocable", "version"],
  ],
  ["spring-ai-alibaba", "Spring AI Alibaba", ["allowed_tools", "allowedTools"]],
];

/**
 * The names of the chosen targets that read a field beyond the specification: to move or rename it would take it from
 * them.
 */
export function chosenReaders(key: string, targets: readonly Target[]): readonly string[] {
  return systemFields.flatMap(([id, name, keys]) =>
    targets.includes(id) && keys.includes(key) ? [name] : [],
  );
}

const closed: readonly Target[] = ["skills-ref", "claude-api", "claude-ai"];

/** Whether a chosen target refuses every field beyond the specification, so that none may be added. */
export function refusesUnknownFields(targets: readonly Target[]): boolean {
  return closed.some((id) => targets.includes(id));
}
