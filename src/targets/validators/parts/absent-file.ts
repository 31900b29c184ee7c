import type { Refusal } from "../../../model/validator.ts";

/** The refusal of a validator that finds no file under any name it knows; `words` is its message. */
export function refuseAbsent(rootNames: readonly string[], known: readonly string[], words: string): Refusal {
  const unread = known.find((name) => rootNames.includes(name));
  if (unread !== undefined) return { reason: "unreadable", message: `${unread} exists but cannot be read` };
  const hasNearMiss = rootNames.some((name) => name.toLowerCase() === "skill.md");
  return { reason: hasNearMiss ? "file-name" : "file-missing", message: words };
}
