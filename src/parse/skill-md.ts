import type { SkillDocument, TextFacts } from "../model/skill.ts";
import type { SourceText } from "../core/source-text.ts";
import { parseBody } from "./body/body.ts";
import { findFences } from "./fences.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { withoutSafety } from "../yaml/ours/remedies.ts";

/**
 * Splits and parses a SKILL.md. Never throws because of its content: invalid parts are reported as problems, and the
 * rest is read.
 */
export function parseSkillMd(file: string, source: SourceText, facts: TextFacts): SkillDocument {
  const { frontmatter: found, bodyStart, problems } = findFences(source);
  const body = parseBody(source, bodyStart);
  if (!found) return { file, source, text: facts, body, problems };
  const { frontmatter, problems: more } = readFrontmatter(source, found.content, found.closing);
  // With other fences, clients read other YAML, of which the mistakes are only a part.
  const inside = problems.length > 0 ? more.map(withoutSafety) : more;
  return { file, source, text: facts, frontmatter, body, problems: [...problems, ...inside] };
}
