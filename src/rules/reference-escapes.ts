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
    summary: "Reports a reference that leads out of the skill's directory.",
    why: "Only the skill's own directory is installed or uploaded: what lies beside it on the author's disk is not there for anybody else, and clients refuse to read it.",
    remedy: "Copy the file into the skill and name it from the skill's root.",
    severity: "warning",
    since: "0.1.0",
  },
  // A collection's overview leads to each of its skills.
  told: { places: 3, by: "file" },
  check({ subject: skill }) {
    const { references } = skill;
    return references
      .filter(({ outcome }) => outcome.status === "escapes")
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
    there: `leads to the skill ${name} beside this one, which may be installed elsewhere or not at all, expected its name or a path inside this skill`,
    absent: `leads to ${name} beside this skill, where there is no such skill, expected a path inside it`,
    elsewhere: "leads out of the skill, expected a path inside it",
  }[to];
  return { file: from, range, message: `reference ${quote(target)} ${what}` };
}

/** The name of the directory beside the skill's that a path leads into; it is meant as a skill where nothing but its SKILL.md follows. */
function siblingIn(
  from: string,
  target: string,
): { readonly name: string; readonly isSkill: boolean } | undefined {
  const up = "../".repeat(from.split("/").length);
  const [name = "", ...inner] = target.startsWith(up) ? target.slice(up.length).split("/") : [];
  if (!/^[\w-]+$/.test(name)) return undefined;
  return { name, isSkill: /^(?:skill\.md)?$/i.test(inner.join("/")) };
}
