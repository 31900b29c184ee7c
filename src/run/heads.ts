import { Buffer, isUtf8 } from "node:buffer";
import { SkillsError } from "../core/errors.ts";
import { headOf } from "../lint/head.ts";
import { loadSkill } from "../lint/load-skill.ts";
import type { Head } from "../model/answer.ts";
import { documentName } from "../model/document-name.ts";
import { limits } from "../model/limits.ts";
import type { SkillSource } from "../model/source.ts";
import { decodeText } from "../parse/decode.ts";
import { parseSkillMd } from "../parse/skill-md.ts";

/** In bytes; longer than most frontmatter. If the frontmatter is longer, the whole skill is read. */
const headBytes = 8_192;

/** What collection rules need of a skill that is not examined. Reads only its frontmatter. */
export function readHeadOf(source: SkillSource): Head | undefined {
  const bytes = frontmatterIn(source);
  if (!bytes) return headOf(loadSkill(source, []).skill);
  const { source: text, facts } = decodeText(bytes);
  const { label, name } = source;
  return headOf({ label, name, document: parseSkillMd(documentName, text, facts) });
}

/** Undefined if no file is named exactly SKILL.md, or if the end of the frontmatter is ambiguous. */
function frontmatterIn(source: SkillSource): Uint8Array | undefined {
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

const fence = /^---\r?\n(?:[^]*?\n)??---\r?\n/;

/** Offset of the line after the frontmatter; undefined if the fences are ambiguous. */
export function bodyStart(bytes: Uint8Array): number | undefined {
  return fence.exec(Buffer.from(bytes.subarray(0, 2 * limits.frontmatterBytes)).toString("latin1"))?.[0]
    .length;
}
