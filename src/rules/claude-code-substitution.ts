import { nearest } from "../core/nearest.ts";
import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { CheckTarget } from "../model/target.ts";
import { refusesUnknownFields } from "./parts/chosen-targets.ts";
import { defineRule } from "./define.ts";
import { skillText } from "./parts/prose.ts";

/** Variables that Claude Code replaces in a body, and its environment variables, which a shell may read. */
const known: readonly string[] = [
  "CLAUDE_CONFIG_DIR",
  "CLAUDE_EFFORT",
  "CLAUDE_ENV_FILE",
  "CLAUDE_PLUGIN_DATA",
  "CLAUDE_PLUGIN_ROOT",
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_SESSION_ID",
  "CLAUDE_SKILL_DIR",
];

const variable = /\$\{(CLAUDE_[A-Z_]{1,40})\}/g;
const argument = /(?<![\\$\w])\$ARGUMENTS(?:\[\d+\])?/;

export default defineRule({
  meta: {
    id: "claude-code-substitution",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/skills#available-string-substitutions",
    summary:
      "Reports a misspelled `${CLAUDE_…}` variable, and `$ARGUMENTS` in a skill without `argument-hint`.",
    why: "Claude Code does not replace a variable that it does not know; without a hint, users cannot see that the skill takes arguments.",
    remedy: 'Spell the variable as in the documentation; add `argument-hint`, such as `"[file]"`.',
    severity: "info",
    words: ["${claude_", "$arguments"],
    since: "0.1.0",
  },
  check({ subject: skill, targets = [] }) {
    const text = skillText(skill);
    return skill.document && text && (text.has("${claude_") || text.has("$arguments"))
      ? findings(skill.document, targets)
      : [];
  },
});

function* findings(document: SkillDocument, targets: readonly CheckTarget[]): Generator<Finding> {
  const { file, source, body, frontmatter } = document;
  const text = source.slice(body.range);
  const start = body.range.start.offset;
  for (const { 0: found, 1: name = "", index } of text.matchAll(variable)) {
    const meant = known.includes(name) ? name : nearest(name, known, 4);
    if (meant === undefined || meant === name) continue;
    yield {
      file,
      range: source.range(start + index, start + index + found.length),
      message: `unknown variable ${quote(found)}; did you mean ${quote(`\${${meant}}`)}?`,
    };
  }
  // A target that refuses unknown fields would refuse the skill with an argument-hint.
  const used = refusesUnknownFields(targets) ? null : argument.exec(text);
  if (!used || frontmatter?.fields.has("argument-hint") || frontmatter?.fields.has("arguments")) return;
  yield {
    file,
    range: source.range(start + used.index, start + used.index + used[0].length),
    message: `uses ${used[0]} but has no argument-hint`,
  };
}
