import { SkillsError } from "../../core/errors.ts";
import type { System } from "../system.ts";
import type { Model } from "../../model/agent.ts";
import type { ScenarioStep } from "../../model/scenario.ts";
import { command, type CommandPlan } from "./command.ts";
import { lexical } from "./lexical.ts";
import { isRecording, readRecording, replayRecorded, type SessionKey } from "./recording.ts";
import { replay } from "./replay.ts";
import { scripted } from "./scripted.ts";

/** A kind of model with its settings; `transcript` is parsed JSON, or a recording. */
export type ModelPlan =
  | ({ readonly kind: "command" } & CommandPlan)
  | { readonly kind: "lexical" }
  | { readonly kind: "replay"; readonly transcript: unknown }
  | { readonly kind: "scripted"; readonly steps: readonly ScenarioStep[] };

export const modelKinds = [
  "command",
  "lexical",
  "replay",
  "scripted",
] as const satisfies readonly ModelPlan["kind"][];

/**
 * A model for one session of one system; close it afterward. Throws a SkillsError ("bad-usage") for an
 * invalid plan, and for a recording of another session.
 */
export function openModel(plan: ModelPlan, system: System, session?: Omit<SessionKey, "system">): Model {
  switch (plan.kind) {
    case "command":
      return command(plan, system);
    case "lexical":
      return lexical(system.speak);
    case "replay":
      return openReplay(plan.transcript, system, session);
    case "scripted":
      return scripted(plan.steps, system.speak);
  }
}

function openReplay(
  transcript: unknown,
  { id }: Pick<System, "id">,
  session: Omit<SessionKey, "system"> | undefined,
): Model {
  const start = session && { ...session, system: id };
  if (!isRecording(transcript)) return replay(transcript, start);
  if (!start) throw new SkillsError("bad-usage", "a recording needs the session to replay");
  return replayRecorded(readRecording(transcript), start);
}
