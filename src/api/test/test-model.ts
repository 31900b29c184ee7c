import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { openModel } from "../../harness/models/open-model.ts";
import {
  isRecording,
  readRecording,
  type RecordedSession,
  recordSession,
  repeatsIn,
  type SessionKey,
} from "../../harness/models/recording.ts";
import { watchFailure } from "../../harness/models/watch-failure.ts";
import type { System } from "../../harness/system.ts";
import type { Model } from "../../model/agent.ts";
import { requireRecordingFile, writeRecording } from "../recording-file.ts";
import { now } from "../clock.ts";
import { chooseModel } from "../run/model-choice.ts";

/** The user's model, which plays scenarios and evals. */
export interface ModelOptions {
  /** "command:PROGRAM ARGUMENT…" or "replay:FILE". */
  readonly model: string;
  /** Number of sessions for each test; default: 1, or as many as were recorded. */
  readonly repeat?: number;
  /** The share of sessions, in percent, in which each expectation must be met; default: 100. */
  readonly minPassRate?: number;
  /** Writes a recording of all sessions to this file, unless the model fails in one of them. */
  readonly record?: string;
  /** Time limit for each answer of a program. */
  readonly seconds?: number;
}

export interface TestModel {
  readonly kind: "command" | "replay";
  readonly repeat: number;
  readonly minPassRate: number;
  /** A model for one session. Throws a SkillsError if there is no such session in the recording. */
  open(key: SessionKey, system: System): Model;
  /** Number of sessions that were opened. */
  opened(): number;
  /** How long the model took to reply, in all sessions together. */
  milliseconds(): number;
  /** Writes the recording, if one was requested; says whether it did. */
  finish(): Promise<boolean>;
}

/** After this many failed sessions in a row no further one is started, as each may take as long as the time limit. */
const mostFailures = 3;

/** Reads the user's choice of a model. Throws a SkillsError if it cannot play tests. */
export function openTestModel(
  options: ModelOptions,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): TestModel {
  const { model, record, minPassRate = 100, seconds } = options;
  const { plan } = chooseModel(model, { cwd, env, ...(seconds !== undefined && { modelSeconds: seconds }) });
  if (plan.kind !== "command" && plan.kind !== "replay")
    throw new SkillsError(
      "bad-usage",
      `the model ${quote(plan.kind)} cannot play tests; use \`command:PROGRAM\` or \`replay:FILE\``,
    );
  if (record !== undefined) requireRecordingFile(record, cwd);
  const recorded =
    plan.kind === "replay" && isRecording(plan.transcript) ? repeatsIn(readRecording(plan.transcript)) : 1;
  const sessions: RecordedSession[] = [];
  let opened = 0;
  let failures = 0;
  let inARow = 0;
  let milliseconds = 0;
  const open: TestModel["open"] = (key, system) => {
    opened++;
    if (plan.kind === "command" && inARow >= mostFailures)
      throw new SkillsError(
        "unreadable",
        `not played, as the model failed in ${mostFailures} sessions in a row`,
      );
    const recorder = recordSession(
      timed(openModel(plan, system, key), (taken) => {
        milliseconds += taken;
      }),
      key,
    );
    return watchEnd(recorder.model, (failed) => {
      inARow = failed ? inARow + 1 : 0;
      if (failed) failures++;
      else sessions.push(recorder.session());
    });
  };
  return {
    kind: plan.kind,
    repeat: options.repeat ?? recorded,
    minPassRate,
    open,
    opened: () => opened,
    milliseconds: () => milliseconds,
    finish: async () => {
      if (record === undefined || failures > 0 || sessions.length < opened) return false;
      await writeRecording(record, sessions, cwd);
      return true;
    },
  };
}

/** Calls `onReply` with the time that each reply took. */
function timed(model: Model, onReply: (milliseconds: number) => void): Model {
  return {
    ...model,
    next: async (request, catalog) => {
      const asked = now();
      try {
        return await model.next(request, catalog);
      } finally {
        onReply(now() - asked);
      }
    },
  };
}

/** Calls `onEnd` when the model is closed. */
function watchEnd(model: Model, onEnd: (failed: boolean) => void): Model {
  const watched = watchFailure(model);
  return {
    ...watched.model,
    close: async () => {
      await model.close?.();
      onEnd(watched.hasFailed());
    },
  };
}
