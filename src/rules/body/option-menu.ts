import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { proseOf, skillText } from "../parts/prose.ts";

/** Matches "you can use A, B, or C" with at least three names, and without a word that prefers one of them. */
const menu =
  /\b(?:you (?:can|could|may)|feel free to) (?:either )?(?:use|choose|pick|try) (?:`[^`\n]{1,40}`|\w(?:[\w.+-]{0,29}\w)?)(?:, (?:or )?(?:`[^`\n]{1,40}`|\w(?:[\w.+-]{0,29}\w)?)){1,8},? or (?:`[^`\n]{1,40}`|\w(?:[\w.+-]{0,29}\w)?)/gi;

const openings = ["you can", "you could", "you may", "feel free to"].flatMap((offer) =>
  ["choose", "either", "pick", "try", "use"].map((verb) => `${offer} ${verb}`),
);

export default defineRule({
  meta: {
    id: "option-menu",
    category: "clarity",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/best-practices",
    summary: "Reports a choice of three or more tools without a default.",
    why: "An agent spends time on the choice, and may choose differently each time.",
    remedy: "Name one as the default, and say when to use another.",
    severity: "info",
    words: openings,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const text = skillText(skill);
    return skill.document && text && text.hasAny(openings) ? findings(skill.document) : [];
  },
});

function* findings({ file, source, body }: SkillDocument): Generator<Finding> {
  if (source.slice(body.range).search(menu) === -1) return;
  const { text, start } = proseOf(source, body);
  for (const { 0: found, index } of text.matchAll(menu)) {
    const from = start + index;
    yield {
      file,
      range: source.range(from, from + found.length),
      message: `${quote(found, 100)} offers a choice without a default; recommend one`,
    };
  }
}
