import { groupBy } from "../core/group-by.ts";
import type { Finding } from "../core/rule.ts";
import { grouped } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { ResolvedReference } from "../core/skill.ts";
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
  check({ subject: { references } }) {
    return Array.from(groupBy(references.filter(({ outcome }) => outcome.status === "escapes"), ({ from }) => from).values()).flatMap(findings);
  },
});

/** Of one file: a collection's overview leads to each of its skills. */
const shown = 3;

function findings(escaping: readonly ResolvedReference[]): readonly Finding[] {
  const more = escaping.length - shown;
  return escaping.slice(0, shown).map(({ from, reference }, at) => ({
    file: from,
    range: reference.range,
    message: `reference ${quote(reference.target)} leads out of the skill, expected a path inside it${more > 0 && at === shown - 1 ? `; so do ${grouped(more)} more below` : ""}`,
  }));
}
