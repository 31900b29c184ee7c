import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { ResolvedReference } from "../model/skill.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "reference-ambiguous",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary:
      "Reports a reference that names one file from the skill's root, and another from the file it stands in.",
    why: "The specification counts paths from the root, Markdown from the file: which of the two is read depends on the client.",
    remedy: "Rename one of the files, or begin the path with ./ or ../ where it counts from the file.",
    severity: "info",
    since: "0.1.0",
  },
  check: ({ subject: { references } }) => references.flatMap(findings),
});

function findings({ from, reference: { target, range }, outcome }: ResolvedReference): readonly Finding[] {
  if (outcome.status !== "found" || outcome.other === undefined) return [];
  return [
    {
      file: from,
      range,
      message: `reference ${quote(target)} names ${quote(outcome.path)} from this file and ${quote(outcome.other)} from the skill's root, expected one of them`,
    },
  ];
}
