import { nearest } from "../../core/nearest.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { refusesUnknownFields, type Target } from "../../model/target.ts";
import { defineRule } from "../define.ts";
import { fenceAt } from "../parts/outline.ts";
import { skillText } from "../parts/prose.ts";

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
const argument = /(?<![\\$\w])\$ARGUMENTS(?:\[\d+\])?/g;

/** Maximum number of occurrences that are examined. */
const maxArguments = 100;

/** A block in a language in which the arguments are part of a sample; in a shell block they are part of a command. */
const sample =
  /^(?:c|cs|go|html|java|javascript|js|json|jsonc|jsx|markdown|md|mdx|php|py|python|rb|ruby|rust|toml|ts|tsx|typescript|xml|yaml|yml)$/i;

/** A line that explains the substitution. */
const explains =
  /\b(?:bare|escap\w*|expands?|literal\w*|placeholders?|replaced|substitut\w*|syntax|variables?)\b|^\s*[-*+] \[[ x]\]/i;

/** A skill about how to write commands, which are what takes the arguments. */
const aboutCommands = /(?:^|-)commands?(?:-|$)/;

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
    only: true,
    since: "0.1.0",
  },
  check({ subject: skill, targets = [] }) {
    const text = skillText(skill);
    return skill.document && text && (text.has("${claude_") || text.has("$arguments"))
      ? findings(skill.document, needsArgumentHint(skill.name, targets))
      : [];
  },
});

/**
 * Whether an `argument-hint` helps: not in a skill about commands, and not for a target that refuses unknown fields.
 */
function needsArgumentHint(name: string, targets: readonly Target[]): boolean {
  return !aboutCommands.test(name) && !refusesUnknownFields(targets);
}

function* findings(document: SkillDocument, needsHint: boolean): Generator<Finding> {
  const { file, source, body, frontmatter } = document;
  const text = source.slice(body.range);
  const start = body.range.start.offset;
  for (const { 0: found, 1: written = "", index } of text.matchAll(variable)) {
    const meant = known.includes(written) ? written : nearest(written, known, 4);
    if (meant === undefined || meant === written) continue;
    yield {
      file,
      range: source.range(start + index, start + index + found.length),
      message: `unknown variable ${quote(found)}; did you mean ${quote(`\${${meant}}`)}?`,
    };
  }
  if (frontmatter?.fields.has("argument-hint") || frontmatter?.fields.has("arguments")) return;
  const used = needsHint ? firstUse(document, text) : undefined;
  if (!used) return;
  yield {
    file,
    range: source.range(start + used.index, start + used.index + used[0].length),
    message: `uses ${used[0]} but has no argument-hint; add one, such as \`"[file]"\``,
  };
}

/** The first place where the skill uses its arguments, and does not only show or explain them. */
function firstUse({ body }: SkillDocument, text: string): RegExpExecArray | undefined {
  const start = body.range.start.offset;
  return Array.from(text.matchAll(argument))
    .slice(0, maxArguments)
    .find(({ index }) => {
      const offset = start + index;
      const before = text.slice(Math.max(0, index - 80), index);
      const after = text.slice(index, index + 60);
      const fence = fenceAt(body, offset);
      if (fence) return !sample.test(fence.language) || /\bfrom $/.test(before);
      return !explains.test(before.slice(before.lastIndexOf("\n") + 1) + (after.split("\n", 1)[0] ?? ""));
    });
}
