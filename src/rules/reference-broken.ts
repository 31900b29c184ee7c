import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import { outsidePath } from "../model/outside-path.ts";
import type { OutsideFile, ResolvedReference, SkillContext } from "../model/skill.ts";
import { defineRule } from "./define.ts";
import { isTemplate } from "./parts/templates.ts";

export default defineRule({
  meta: {
    id: "reference-broken",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary: "Reports a reference to a file that does not exist in the skill.",
    why: "An agent that follows the reference finds nothing, and continues without the instructions or the script.",
    remedy: "Correct the path, relative to the skill's root, or add the file.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { name, references, context } }) =>
    aboutSkills.test(name)
      ? []
      : references
          .filter(({ from, resolution }) => resolution.status === "missing" && !isTemplate(`${name}/${from}`))
          .map((each) => finding(each, context)),
});

/** Skills about writing skills name many files that other skills may have. */
const aboutSkills =
  /(?:^|-)skills?-(?:author|build|creat|develop|mak|writ)|(?:authoring|building|creating|developing|making|writing)-(?:\w+-)?skills?$|(?:^|-)(?:author|build|create|develop|make|write)-(?:an?-|agent-)?skills?$/i;

function finding(reference: ResolvedReference, { outside }: SkillContext): Finding {
  const {
    from,
    reference: { range, target },
    resolution,
  } = reference;
  const path = outsidePath(reference) ?? "";
  const around = outside?.get(path);
  if (around?.exists) return { file: from, range, ...inRoot(target, path, around) };
  const nearest =
    resolution.status === "missing" && resolution.nearest !== undefined
      ? `; did you mean ${quote(resolution.nearest)}?`
      : "";
  return { file: from, range, message: `${quote(target)} does not exist${nearest}` };
}

/** A project's agents run at its root, so they find the file. */
function inRoot(
  target: string,
  path: string,
  { within }: OutsideFile,
): Pick<Finding, "message" | "severity"> {
  const file = quote(target);
  if (within === "plugin")
    return {
      message: `${file} is in the plugin's root, not in the skill; write \`\${CLAUDE_PLUGIN_ROOT}/${path}\``,
    };
  return {
    message: `${file} is in the repository's root, not in the skill; copy it into the skill`,
    ...(within === "project" && { severity: "info" }),
  };
}
