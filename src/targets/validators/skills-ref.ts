import type { ValidatorInput, Validator, Refusal } from "../../model/validator.ts";
import { decodeUtf8 } from "../../dialects/python/decode.ts";
import { universalNewlines } from "../../dialects/python/text.ts";
import { type Complaint, describeCrash, type ParsedSkill, type Result } from "../reference/result.ts";
import { parseCut, parseFrontmatter } from "../reference/parse-frontmatter.ts";
import { validateMetadata } from "../reference/validate-metadata.ts";
import { refuseAbsent } from "./parts/absent-file.ts";

const names = ["SKILL.md", "skill.md"] as const;

/** The specification's reference validator, as run by `skills-ref validate`. */
export const skillsRef: Validator = {
  id: "skills-ref",
  title: "skills-ref, the specification's reference validator",
  about: "the specification's reference implementation",
  order: 10,
  refusesUnknownFields: true,
  sources: [
    "agentskills/agentskills skills-ref/src/skills_ref/parser.py@69ef37e",
    "agentskills/agentskills skills-ref/src/skills_ref/validator.py@69ef37e",
  ],
  judge: refusalsOf,
};

function refusalsOf(input: ValidatorInput): readonly Refusal[] {
  const { name, rootNames } = input;
  const document = readFirst(input);
  if (!document) return [refuseAbsent(rootNames, names, "Missing required file: SKILL.md")];
  const decoded = decodeUtf8(document);
  if ("failure" in decoded) return [describeCrash("UnicodeDecodeError", decoded.failure)];
  const text = universalNewlines(decoded.text);
  return blameFence(text, name, complaintsOf(parseFrontmatter(text), name));
}

function readFirst({ rootNames, bytes }: ValidatorInput): Uint8Array | undefined {
  for (const file of names) {
    const found = rootNames.includes(file) ? bytes(file) : undefined;
    if (found) return found;
  }
  return undefined;
}

function complaintsOf(parsed: Result<ParsedSkill>, name: string): readonly Complaint[] {
  return parsed.outcome === "value" ? validateMetadata(parsed.value.metadata, name) : [parsed.complaint];
}

/**
 * The reference also ends the frontmatter at dashes within a line. If cutting it there causes complaints that the
 * whole frontmatter would not, they are attributed to these dashes.
 */
function blameFence(text: string, name: string, complaints: readonly Complaint[]): readonly Refusal[] {
  if (complaints.length === 0) return complaints;
  const line = /\n---[ \t]*(?:\n|$)/.exec(text);
  if (!line || !text.startsWith("---") || text.indexOf("---", 3) >= line.index) return complaints;
  const otherwise = complaintsOf(parseCut(text.slice(3, line.index + 1), ""), name);
  return complaints.map((complaint) =>
    otherwise.some(({ message }) => message === complaint.message)
      ? complaint
      : { ...complaint, reason: "fence-line" },
  );
}
