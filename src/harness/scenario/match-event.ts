import { quote } from "../../core/show.ts";
import type { EventPattern } from "../../model/scenario.ts";
import type { TraceEvent } from "../../model/trace.ts";

export function isLike(event: TraceEvent, { kind, skill, file, tool, text }: EventPattern): boolean {
  if (kind === undefined ? !isCall(event) : kind !== event.kind) return false;
  if (skill !== undefined && skill !== event.skill) return false;
  if (file !== undefined && !namesFile(file, event)) return false;
  return (
    (tool === undefined || tool === event.tool) && (text === undefined || (event.text ?? "").includes(text))
  );
}

/** Whether a tool was called successfully: neither refused nor only approved. */
export function isCall({ kind, tool }: TraceEvent): boolean {
  return tool !== undefined && kind !== "refuse" && kind !== "approve";
}

/**
 * Whether a path means the event's file. The path is relative to the skill's root, optionally after the skill's name.
 */
export function namesFile(written: string, { skill, file }: Pick<TraceEvent, "skill" | "file">): boolean {
  return file !== undefined && (written === file || written === `${skill ?? ""}/${file}`);
}

const verbs: Readonly<Record<string, string>> = {
  resource: "read",
  script: "run",
  write: "write",
  activate: "activate",
  again: "ask again for",
  list: "list",
  refuse: "refuse",
  approve: "approve",
};

/** Describes a pattern, such as 'read "references/a.md" of "forms"'. */
export function describePattern({ kind, skill, file, tool, text }: EventPattern): string {
  const verb = kind === undefined ? "call" : (verbs[kind] ?? kind);
  const what = [file ?? tool ?? skill, text]
    .filter((part) => part !== undefined)
    .map((part) => quote(part, 80));
  return [
    verb,
    ...what,
    ...(file !== undefined && skill !== undefined ? [`of ${quote(skill, 80)}`] : []),
  ].join(" ");
}

export function describeEvent({ kind, skill, file }: TraceEvent): string {
  return describePattern({
    kind,
    ...(skill !== undefined && { skill }),
    ...(file !== undefined && kind !== "activate" && { file }),
  });
}
