import type { LooseSkill } from "../../model/refusals.ts";
import { series } from "../../core/sentence.ts";
import { titleOf } from "../../model/target.ts";
import { defineRule } from "../define.ts";

export default defineRule<LooseSkill>({
  meta: {
    id: "loose-skill",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#directory-structure",
    summary: "Reports a Markdown file in a client's directory of skills that has the fields of a skill.",
    why: "A skill is a directory with a SKILL.md; clients that look for one pass over a single file without a message.",
    remedy: "Move the file to a directory of its own, and name it SKILL.md.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { file, loads } }) =>
    loads.map(({ clients, reason, help }) => ({
      file,
      refusals: clients.map((target) => ({ target })),
      message: `${series(clients.map(titleOf), "and")} ${clients.length === 1 ? "does" : "do"} not load the skill: ${reason}${help === undefined ? "" : `; use \`${help}\``}`,
    })),
});
