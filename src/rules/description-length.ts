import { isRefusedFor } from "../model/refusals.ts";
import type { Finding } from "../model/rule.ts";
import { count, grouped, series, seriesAtMost } from "../core/sentence.ts";
import type { Skill, SkillDocument } from "../model/skill.ts";
import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";
import { characters, stringField, type StringField } from "./parts/fields.ts";
import { utf8Length } from "../core/utf8.ts";
import { measure } from "./parts/measure.ts";

const most = 1024;

/** What loaders do past 1,024: their own code was run or read; those that most people know come first. */
const drops = [
  "CrewAI",
  "Google ADK",
  "Mistral Vibe",
  "Mux",
  "Roo Code",
  "Agio",
  "bub",
  "Crush",
  "MCPJam",
  "Microsoft Agent Framework",
  "VT Code",
] as const;
const cuts = ["Codex CLI", "deepagents", "OpenHands", "Spring AI Alibaba", "VS Code"] as const;
/** Loaders that drop the skill at 1,024 of another unit: JavaScript's string length, and bytes. */
const countUnits = ["MCPJam", "Mux", "Roo Code"] as const;
const countBytes = ["Crush", "VT Code"] as const;

export default defineRule({
  meta: {
    id: "description-length",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#description-field",
    summary: "Reports a `description` of more than 1,024 characters, or that some client counts as more.",
    why: "Some clients drop the skill and some cut the text in the middle of a sentence, where the words that should trigger the skill are lost.",
    remedy: "Say what the skill does and when to use it in a few sentences; the rest belongs in the body.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    // No unit has more than three bytes.
    if (field && 3 * field.value.length <= most && !isRefusedFor(skill, ["description-length"])) return [];
    return withClientFindings(
      skill,
      ["description-length"],
      field && skill.document ? Array.from(findings(skill, skill.document, field)) : [],
      field?.valueRange,
    );
  },
});

function* findings(
  skill: Skill,
  { file }: SkillDocument,
  { value, valueRange: range }: StringField,
): Generator<Finding> {
  const reason = "description-length";
  const text = value.trim();
  const length = characters(text);
  const expected = `expected at most ${grouped(most)}`;
  if (length > most) {
    yield {
      file,
      range,
      refusals: [{ target: "spec", reason }],
      message: `description has ${measure(text)}, ${expected}; ${seriesAtMost(drops, 5)} drop the skill, ${series(cuts)} cut the text`,
    };
    return;
  }
  if (isRefusedFor(skill, [reason])) {
    yield {
      file,
      range,
      refusals: [{ reason }],
      message: `description has ${count(length, "character")}, but ${grouped(characters(value))} with the blanks and line ends around it, which skills-ref counts, ${expected}`,
    };
  }
  const bytes = utf8Length(text);
  const units = text.length;
  const counting = [
    ...(units > most ? [`${series(countUnits)} count UTF-16 units`] : []),
    ...(bytes > most ? [`${series(countBytes)} count bytes`] : []),
  ];
  if (counting.length > 0)
    yield {
      file,
      range,
      message: `description has ${measure(text)}; ${series(counting)} and drop the skill past ${grouped(most)}`,
    };
}
