import type { Finding } from "../../model/rule.ts";
import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Target } from "../../model/target.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "skill-file-encoding",
    category: "portability",
    origin: "reference",
    source: "https://github.com/agentskills/agentskills/blob/main/skills-ref/src/skills_ref/parser.py",
    summary:
      "Reports a SKILL.md that is not UTF-8 and, if skills-ref is a target, one that it reads in another encoding on Windows.",
    why: "Python clients stop at the first byte that is not UTF-8; others display a replacement character or find no frontmatter.",
    remedy: "Save the file as UTF-8 without a byte-order mark.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill, targets }) {
    const { document } = skill;
    const isSound = document?.source.encoding === "utf-8" && document.text.firstInvalidByte === undefined;
    return withClientFindings(
      skill,
      ["encoding"],
      document ? (isSound ? localeFindings(document, targets) : Array.from(findings(document))) : [],
    );
  },
});

/** The validator's program opens the file without naming an encoding, so that Python takes that of the system. */
function localeFindings(
  { file, source }: SkillDocument,
  targets: readonly Target[] = [],
): readonly Finding[] {
  const at = targets.includes("skills-ref") ? source.text.search(/[^\0-\x7f]/) : -1;
  if (at === -1) return [];
  const character = String.fromCodePoint(source.text.codePointAt(at)!);
  return [
    {
      file,
      range: source.range(at, at + character.length),
      severity: "info",
      message: `${quote(character)} is not ASCII, and on Windows skills-ref reads files in the encoding of the system; set \`PYTHONUTF8=1\` where it runs`,
    },
  ];
}

const endian = { "utf-16le": "little-endian", "utf-16be": "big-endian" } as const;

function* findings({ file, source, text, frontmatter }: SkillDocument): Generator<Finding> {
  const { encoding } = source;
  if (encoding === "utf-16le" || encoding === "utf-16be") {
    yield {
      file,
      refusals: [{ reason: "encoding" }],
      message: `${quote(file)} is encoded as UTF-16 (${endian[encoding]}); save it as UTF-8`,
    };
  } else if (text.firstInvalidByte !== undefined) {
    const at = text.firstInvalidByte;
    const range = source.range(at, Math.min(at + 1, source.text.length));
    // YAML is a stream of Unicode characters (YAML 1.2.2 §5.2); the specification does not define the
    // encoding of the body.
    const inFrontmatter = frontmatter && at < frontmatter.range.end.offset;
    yield {
      file,
      range,
      refusals: [{ ...(inFrontmatter && { target: "spec" }), reason: "encoding" }],
      message: `byte ${grouped(at)} is not UTF-8 (in Windows-1252: ${quote(source.text.charAt(at))}); save the file as UTF-8`,
    };
  }
}
