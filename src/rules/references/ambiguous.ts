import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { ResolvedReference } from "../../model/skill.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "reference-ambiguous",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary:
      "Reports a reference that points to different files from the skill's root and from the file that contains it.",
    why: "The specification resolves paths from the root, Markdown from the file; which of the two is read depends on the client.",
    remedy: "Rename one of the files, or start the path with ./ or ../ if it is relative to the file.",
    severity: "info",
    since: "0.1.0",
  },
  check: ({ subject: { references } }) => references.flatMap(findings),
});

function findings({ from, reference: { target, range }, resolution }: ResolvedReference): readonly Finding[] {
  if (resolution.status !== "found" || resolution.other === undefined) return [];
  return [
    {
      file: from,
      range,
      message: `${quote(target)} is ambiguous: ${quote(resolution.path)} from this file, ${quote(resolution.other)} from the root; rename one`,
    },
  ];
}
