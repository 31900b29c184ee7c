import path from "node:path";
import { fileURLToPath } from "node:url";
import type { System } from "../../src/harness/system.ts";
import type { AgentWorld, Budget, Model, SessionResult, SkillRoot } from "../../src/model/agent.ts";
import { openModel, type ModelPlan } from "../../src/harness/models/open-model.ts";
import { runSession } from "../../src/harness/session.ts";
import { rootOf, worldOf } from "./harness.ts";

export interface ModelPlay {
  readonly prompt?: string;
  readonly followUps?: readonly string[];
  readonly budget?: Partial<Budget>;
  readonly world?: Partial<AgentWorld>;
}

/** One session with a model opened like in the program, and closed afterward. */
export async function playWith(
  plan: ModelPlan,
  system: System,
  roots: readonly SkillRoot[],
  { prompt = "Do it.", followUps = [], budget, world }: ModelPlay = {},
): Promise<SessionResult> {
  const model: Model = openModel(plan, system);
  try {
    return await runSession({
      system,
      model,
      world: worldOf(roots, world),
      prompt,
      followUps,
      budget: { turns: 20, toolCalls: 50, scriptRuns: 10, ...budget },
    });
  } finally {
    await model.close?.();
  }
}

/** Skills in the first of a system's roots in a project. */
export function rootsFor(system: System, skills: Parameters<typeof rootOf>[1]): readonly SkillRoot[] {
  return [rootOf(`/project/${system.roots({}, {}).find(({ scope }) => scope === "project")!.path}`, skills)];
}

/** A plan for a program in the directory agents/. */
export function agentProgram(interpreter: string, file: string, ...args: readonly string[]): ModelPlan {
  return programPlan(interpreter, fileURLToPath(new URL(`agents/${file}`, import.meta.url)), ...args);
}

export function programPlan(...argv: readonly string[]): ModelPlan & { readonly kind: "command" } {
  return {
    kind: "command",
    argv,
    cwd: path.parse(process.cwd()).root,
    environment: { PATH: process.env["PATH"] ?? "" },
    seconds: 250,
  };
}

/** A SKILL.md with this description. */
export function described(name: string, description: string, body = "Do it.\n"): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;
}
