import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import { outsidePath } from "../../model/outside-path.ts";
import type { ResolvedReference, Skill, SkillContext } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { isTemplate, isTemplateSkill } from "./parts/templates.ts";

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
  // An overview of a collection links to each of its skills.
  reportLimit: { max: 3, per: "file" },
  check({ subject: skill }) {
    const { name, references } = skill;
    if (isTemplateSkill(name)) return [];
    return references
      .filter(
        (each) => each.resolution.status === "escapes" && !isTemplate(each.from) && isMeant(each, skill),
      )
      .map((each) => finding(each, skill));
  },
});

/** A path in a code span may be an example unless its file exists. */
function isMeant(reference: ResolvedReference, { context: { outside, siblings } }: Skill): boolean {
  if (reference.reference.kind !== "code-span") return true;
  const sibling = siblingIn(reference.from, reference.reference.target);
  return (
    outside?.get(outsidePath(reference) ?? "")?.exists === true ||
    (sibling !== undefined && siblings?.has(sibling.name) === true)
  );
}

function finding(reference: ResolvedReference, { context }: Skill): Finding {
  const {
    from,
    reference: { target, range },
  } = reference;
  return {
    file: from,
    range,
    ...problem(reference, siblingIn(from, target), context),
  };
}

function problem(
  reference: ResolvedReference,
  sibling: Sibling | undefined,
  { siblings, outside }: SkillContext,
): Pick<Finding, "message" | "severity"> {
  const {
    from,
    reference: { target },
  } = reference;
  const path = outsidePath(reference) ?? "";
  const [link, around] = [quote(target), outside?.get(path)];
  const isProject = around?.exists === true && around.within === "project";
  if (around?.exists && otherSkill.test(target) && (around.within === "plugin" || sibling === undefined))
    return { message: `${link} is another skill; refer to it by its name`, severity: "info" };
  if (around?.exists && around.within === "plugin")
    return {
      message: `${link} is in the plugin, not in the skill; copy it if the skill is also installed without the plugin`,
      severity: "info",
    };
  const isThere = sibling !== undefined && siblings?.has(sibling.name) === true;
  const isKnownToMiss = (sibling?.isSkill && siblings && !around?.exists) || around?.exists === false;
  if (isKnownToMiss && !isThere && (sibling?.isSkill || otherSkill.test(target)))
    return { message: `${link} does not exist; correct the path, or refer to the skill by its name` };
  if (around?.exists === false)
    return { message: `${link} is outside the skill and does not exist; use a path inside this skill` };
  if (!isThere && otherSkill.test(target))
    return { message: `${link} is another skill, which may not be installed; refer to it by its name` };
  if (!isThere)
    return {
      message: `${link} is outside the skill; ${around?.exists ? copy(target) : "use a path inside this skill"}`,
      // The skill is loaded for work on the project that has the file, or only people follow the link.
      ...((isProject || (around?.exists && (target.endsWith("/") || forPeople.test(from)))) && {
        severity: "info",
      }),
    };
  return {
    message: `${link} is in another skill that may not be installed; refer to it by name or copy the file`,
    // The path names the other skill, so a reader can find it even if the path does not resolve.
    ...(sibling.isSkill && { severity: "info" }),
  };
}

function copy(target: string): string {
  return target.endsWith("/") ? "copy what the skill needs from it" : "copy the file into it";
}

/** A page about the skill for people, whose links work where they read it. */
const forPeople = /(?:^|\/)README[^/]*$/i;

/** The file of another skill, at any depth. */
const otherSkill = /\/SKILL\.md$/;

interface Sibling {
  readonly name: string;
  readonly isSkill: boolean;
}

/** The sibling directory that a path points into. The path refers to a skill if only SKILL.md follows. */
function siblingIn(from: string, target: string): Sibling | undefined {
  const up = "../".repeat(from.split("/").length);
  const [name = "", ...inner] = target.startsWith(up) ? target.slice(up.length).split("/") : [];
  if (!/^[\w-]+$/.test(name)) return undefined;
  return { name, isSkill: /^(?:skill\.md)?$/i.test(inner.join("/")) };
}
