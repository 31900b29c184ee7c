import { Buffer, isUtf8 } from "node:buffer";
import { SkillsError } from "../../core/errors.ts";
import type { SkillSource } from "../../model/source.ts";
import { parseSkillMd } from "../../parse/skill-md.ts";
import { decodeText } from "../../read/decode.ts";
import { documentName } from "../../read/document-name.ts";
import { collect, type Collected } from "./check-collection.ts";
import { loadSkillFrom } from "../skill/load-skill.ts";
import { bodyStart } from "../skill/skill-head.ts";

/** Longer than most frontmatter; where it is not, all of the skill is read. */
const headBytes = 8_192;

/** What the rules over a collection need of a skill that nobody looks at: the same as of one that is read, at the cost of its frontmatter. */
export function collectHead(source: SkillSource): Collected | undefined {
  const head = headOf(source);
  if (!head) return collect(loadSkillFrom(source, []).skill, source);
  const { source: text, facts } = decodeText(head);
  return collect(
    { label: source.label, name: source.name, document: parseSkillMd(documentName, text, facts) },
    source,
  );
}

/** Undefined where there is no SKILL.md of that very name, or where its frontmatter ends is in doubt. */
function headOf(source: SkillSource): Uint8Array | undefined {
  const bytes = readOrNothing(source);
  const end = bytes && bodyStart(bytes);
  const head = end === undefined ? undefined : bytes?.subarray(0, end);
  return head && isUtf8(head) ? Buffer.from(head) : undefined;
}

function readOrNothing(source: SkillSource): Uint8Array | undefined {
  try {
    return source.readHead(documentName, headBytes);
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}
