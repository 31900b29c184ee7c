import type { ModelReply, SessionResult, SkillRoot } from "../../src/model/agent.ts";
import { reactActions } from "../../src/harness/systems/react-actions/react-actions.ts";
import { play, rootOf, type Play } from "./harness.ts";
import { skillMd } from "./tree.ts";

/** A reply that is one action. */
export function act(action: string, members: Readonly<Record<string, unknown>> = {}): ModelReply {
  return { text: JSON.stringify({ action, ...members }) };
}

export function select(
  ...names: readonly (string | { readonly name: string; readonly source: string })[]
): ModelReply {
  return act("select_skills", {
    skills: names.map((name) => (typeof name === "string" ? { name } : name)),
    reason: "it fits",
  });
}

export function load(skill: string, path: string, section?: string): ModelReply {
  return act("load_resource", {
    skill: { name: skill },
    relative_path: path,
    ...(section !== undefined && { section_hint: section }),
  });
}

export function run(skill: string, path: string, ...args: readonly string[]): ModelReply {
  return act("run_script", { skill: { name: skill }, relative_path: path, args });
}

export function use(skill: string, tool: string, args: Readonly<Record<string, unknown>> = {}): ModelReply {
  return act("call_tool", { skill: { name: skill }, tool, arguments: args });
}

export const done = act("final_answer", { answer: "done" });

/** A session of react-actions, which ends with "done" unless a limit or an error ends it earlier. */
export function playReact(
  skills: Parameters<typeof rootOf>[1] | readonly SkillRoot[],
  replies: readonly ModelReply[] = [],
  more: Omit<Play, "replies"> = {},
): Promise<SessionResult> {
  const roots = isRoots(skills) ? skills : [rootOf("/project/.agent/skills", skills)];
  return play(reactActions, roots, { ...more, replies: [...replies, done] });
}

function isRoots(
  skills: Parameters<typeof rootOf>[1] | readonly SkillRoot[],
): skills is readonly SkillRoot[] {
  return Array.isArray(skills);
}

/** A skill with further frontmatter fields. */
export function skillWith(name: string, frontmatter: string, body = "Do it.\n"): string {
  return skillMd(name, body).replace("\n---\n\n", `\n${frontmatter}\n---\n\n`);
}

/** The results of its actions that the model received, in order. */
export function observations({ messages }: Pick<SessionResult, "messages">): readonly string[] {
  return messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []));
}
