import type { CatalogEntry, RootSpec, Scope, System } from "../../model/agent.ts";
import { startReactAgent } from "./react-actions-agent.ts";
import { readConfig } from "./react-actions-config.ts";
import { loadIndex } from "./react-actions-index.ts";
import type { Action } from "./react-actions-protocol.ts";

/** The Python design of an agent that reasons and acts. The settings are those of its .agent/config.json, and `source` for its --source. */
export const reactActions: System = {
  id: "react-actions",
  title: "ReAct with structured actions",
  sources: ["skills-agent docs/agent-skills-tech-design.md"],
  roots: (_environment, settings) => rootsOf(readConfig(settings).skillRoots),
  // "org/name" is a skill in a directory of its organisation's.
  depth: 1,
  open: async (world) => {
    const config = readConfig(world.settings);
    return startReactAgent(world, config, loadIndex(world, config));
  },
  speak: {
    activate: (entry) =>
      say({ action: "select_skills", skills: [referTo(entry)], reason: "the task calls for it" }),
    read: (entry, file) =>
      say({ action: "load_resource", skill: referTo(entry), relative_path: file, section_hint: undefined }),
    run: (entry, file, args) =>
      say({ action: "run_script", skill: referTo(entry), relative_path: file, args }),
    finish: (answer) => say({ action: "final_answer", answer }),
  },
};

const builtin: RootSpec = { scope: "builtin", path: "skills_builtin" };

/** What the configuration names stands in place of the project's and the user's; what came with the agent is always there, and last. */
function rootsOf(configured: readonly string[] = [".agent/skills", "~/.agent/skills"]): readonly RootSpec[] {
  const named = configured.map((path) => ({ scope: scopeOf(path), path }));
  return [...named, ...(named.some(({ path }) => path === builtin.path) ? [] : [builtin])];
}

function scopeOf(path: string): Scope {
  if (path === builtin.path) return "builtin";
  return path.startsWith("~/") || path.startsWith("/") ? "user" : "project";
}

function referTo({ name, scope }: CatalogEntry): { readonly name: string; readonly source: Scope } {
  return { name, source: scope };
}

function say(action: Action): { readonly text: string } {
  return { text: JSON.stringify(action) };
}
