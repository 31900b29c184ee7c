import type { Policy, SystemId } from "../model/agent.ts";
import { toShellWord } from "../core/shell-word.ts";
import { clean } from "../report/drawing/width.ts";
import type { Io } from "./io.ts";

/** Who approves what an agent asks for. */
export interface ApprovalFlags {
  readonly yes?: boolean;
  readonly input?: boolean;
}

/** Approved beforehand, or by whoever sits at the terminal, or by nobody; then what was wanting is told with what to type to have it. */
export function approvalFrom(
  { yes, input }: ApprovalFlags,
  io: Io,
  { prompt, system, model }: { readonly prompt: string; readonly system: SystemId; readonly model: string },
): Policy {
  const replay = ["skills", "run", prompt, "--client", system, "--model", model, "--yes"]
    .map(toShellWord)
    .join(" ");
  if (yes) return { approval: "yes", replay };
  const { readLine, stderr } = io;
  if (input === false || !readLine) return { approval: "ci", replay };
  const ask = async (question: string): Promise<boolean> => {
    stderr.write(`${clean(question)}: approve? [y/N] `);
    return /^y(?:es)?$/i.test(readLine()?.trim() ?? "");
  };
  return { approval: "interactive", ask, replay };
}
