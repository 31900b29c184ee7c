import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";

/** The parts of a message that are compared. */
export interface ComparedMessage {
  readonly role: string;
  /** Absent if the content is not compared. */
  readonly content?: string;
}

/** Describes the first difference between two conversations; undefined if there is none. */
export function differenceOfMessages(
  recorded: readonly ComparedMessage[],
  now: readonly ComparedMessage[],
): string | undefined {
  if (recorded.length !== now.length)
    return `the conversation has ${now.length} messages instead of ${recorded.length}`;
  for (const [index, { role, content }] of recorded.entries()) {
    const after = now[index];
    if (after?.role !== role)
      return `message ${index + 1} has the role ${quote(after?.role ?? "none")} instead of ${quote(role)}`;
    if (content !== undefined && after.content !== content)
      return `message ${index + 1} (${role}) ${differenceOfTexts(content, after.content)}`;
  }
  return undefined;
}

/** Maximum length of a difference in a message. */
const shown = 40;

/** Describes the first difference between two texts that differ. */
export function differenceOfTexts(before = "", after = ""): string {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return `has ${partOf(after, at)} at character ${at + 1} instead of ${partOf(before, at)}`;
}

function partOf(text: string, at: number): string {
  return at === text.length ? "its end" : quote(text.slice(at), shown);
}

/** A session is replayed only in the agent and with the prompts with which it was recorded. */
export interface SessionStart {
  readonly system: string;
  readonly prompts: readonly string[];
}

/** Why a recorded session is not that of another one; undefined if it is. What was not recorded is not compared. */
export function differenceOfStarts(
  { system, prompts }: Partial<SessionStart>,
  now: SessionStart,
): string | undefined {
  if (system !== undefined && system !== now.system)
    return `it is of the agent ${quote(system)}, not ${quote(now.system)}`;
  if (prompts === undefined) return undefined;
  // A session that ended early has no event for its further prompts.
  if (prompts.length > now.prompts.length)
    return `it has ${count(prompts.length, "prompt")} instead of ${now.prompts.length}`;
  const at = prompts.findIndex((prompt, index) => prompt !== now.prompts[index]);
  if (at === -1) return undefined;
  const [before, after] = [quote(prompts[at] ?? "", shown), quote(now.prompts[at] ?? "", shown)];
  return `its prompt is ${before}, not ${after}`;
}
