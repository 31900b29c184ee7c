import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { ResolvedReference } from "../model/skill.ts";
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
  check: ({ subject: { name, references } }) =>
    aboutSkills.test(name)
      ? []
      : references
          .filter(({ from, resolution }) => resolution.status === "missing" && !isTemplate(`${name}/${from}`))
          .map(finding),
});

/** Skills about writing skills name many files that other skills may have. */
const aboutSkills =
  /(?:^|-)skills?-(?:author|build|creat|develop|mak|writ)|(?:authoring|building|creating|developing|making|writing)-(?:\w+-)?skills?$|(?:^|-)(?:author|build|create|develop|make|write)-(?:an?-|agent-)?skills?$/i;

function finding({ from, reference, resolution }: ResolvedReference): Finding {
  const nearest =
    resolution.status === "missing" && resolution.nearest !== undefined
      ? `; did you mean ${quote(resolution.nearest)}?`
      : "";
  return {
    file: from,
    range: reference.range,
    message: `${quote(reference.target)} does not exist${nearest}`,
  };
}
