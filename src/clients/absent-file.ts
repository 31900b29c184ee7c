import type { Refusal } from "../model/client.ts";

/** What a client says where it finds no file under a name that it knows: `words` are its own. */
export function refuseAbsent(rootNames: readonly string[], known: readonly string[], words: string): Refusal {
  const unread = known.find((name) => rootNames.includes(name));
  if (unread !== undefined) return { reason: "unreadable", message: `${unread} is there but cannot be read` };
  const hasNearMiss = rootNames.some((name) => name.toLowerCase() === "skill.md");
  return { reason: hasNearMiss ? "file-name" : "file-missing", message: words };
}
