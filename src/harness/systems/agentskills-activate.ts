import type { AgentWorld, Message } from "../../model/agent.ts";
import { quote } from "../../core/show.ts";
import { record, type Answer } from "../answer.ts";
import { readWhole, type SkillFiles } from "../skill-files.ts";
import { cutDocument } from "./agentskills-frontmatter.ts";
import type { LoadedSkill } from "./agentskills-load.ts";
import { wrapContent } from "./agentskills-words.ts";

/** Brings a skill's instructions into the conversation once: between the tags, or as the file stands. */
export type Activate = (skill: LoadedSkill, form: "wrapped" | "file") => Answer;

export function rememberActivations(files: SkillFiles): Activate {
  const activated = new Set<string>();
  return (skill, form) => {
    const { name } = skill;
    if (activated.has(name))
      return {
        content: `the skill ${quote(name)} is in this conversation already`,
        event: { kind: "again", tier: 2, skill: name },
      };
    const whole = readWhole(skill, "SKILL.md");
    if ("refused" in whole) return whole.refused;
    activated.add(name);
    const content =
      form === "file"
        ? whole.text
        : wrapContent(skill, cutDocument(whole.text)?.body ?? whole.text.trim(), files.resources(skill));
    return {
      content,
      pinned: true,
      event: { kind: "activate", tier: 2, skill: name, file: "SKILL.md", bytes: [0, whole.bytes] },
    };
  };
}

const command = /^\/(\S+)(?:\s+(.*))?$/s;
const mention = /(?<![^\s(])\$([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu;

/**
 * The person's words, after the instructions of the skills that "/name" at their beginning or "$name" anywhere calls for,
 * the hidden ones too. What names no skill is passed on as it was typed.
 */
export function takePrompt(
  prompt: string,
  skills: readonly LoadedSkill[],
  activate: Activate,
  world: AgentWorld,
): readonly Message[] {
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const [, typed = "", rest = ""] = command.exec(prompt.trim()) ?? [];
  const commanded = byName.get(typed);
  const called = commanded
    ? [commanded]
    : Array.from(prompt.matchAll(mention), ([, name = ""]) => byName.get(name)).filter(
        (skill) => skill !== undefined,
      );
  const answers = Array.from(new Set(called), (skill) => activate(skill, "wrapped"));
  for (const answer of answers) record(world, answer);
  const loaded = answers.flatMap(({ content, pinned }): readonly Message[] =>
    pinned ? [{ role: "user", content, pinned }] : [],
  );
  const words = commanded ? rest : prompt;
  return words === "" && loaded.length > 0
    ? loaded
    : [...loaded, { role: "user", content: words === "" ? prompt : words }];
}
