import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { ResolvedReference, Skill } from "../model/skill.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "reference-escapes",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary: "Reports a reference to a path outside the skill's directory.",
    why: "Only the skill's directory is installed or uploaded. Files next to it on the author's disk are missing for every other user, and clients refuse to read them.",
    remedy: "Copy the file into the skill and write its path relative to the skill's root.",
    severity: "warning",
    since: "0.1.0",
  },
  // The overview of a collection links to each of its skills.
  reportLimit: { max: 3, per: "file" },
  check({ subject: skill }) {
    const { references } = skill;
    return references
      .filter(({ resolution }) => resolution.status === "escapes")
      .map((each) => finding(each, skill));
  },
});

function finding(
  { from, reference: { target, range } }: ResolvedReference,
  { context: { siblings } }: Skill,
): Finding {
  const sibling = siblings && siblingIn(from, target);
  const to = sibling && siblings.has(sibling.name) ? "there" : sibling?.isSkill ? "absent" : "elsewhere";
  const name = quote(sibling?.name ?? "");
  const what = {
    there: `links into the skill ${name}, which may not be installed; refer to it by name or copy the file`,
    absent: `links to the skill ${name}, which does not exist; use a path inside this skill`,
    elsewhere: "is outside the skill; copy the file into it",
  }[to];
  return { file: from, range, message: `${quote(target)} ${what}` };
}

/**
 * The sibling directory that a path points into. The path refers to a skill if nothing but SKILL.md follows.
 */
function siblingIn(
  from: string,
  target: string,
): { readonly name: string; readonly isSkill: boolean } | undefined {
  const up = "../".repeat(from.split("/").length);
  const [name = "", ...inner] = target.startsWith(up) ? target.slice(up.length).split("/") : [];
  if (!/^[\w-]+$/.test(name)) return undefined;
  return { name, isSkill: /^(?:skill\.md)?$/i.test(inner.join("/")) };
}
