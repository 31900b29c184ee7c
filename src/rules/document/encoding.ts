import { isMarkdown } from "../../core/paths.ts";
import type { Finding } from "../../model/rule.ts";
import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { TextFile } from "../../model/text-file.ts";
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
      "Reports a SKILL.md that is not UTF-8, other Markdown in UTF-16 and, if skills-ref is a target, one that it reads in another encoding on Windows.",
    why: "Python clients stop at the first byte that is not UTF-8; others display a replacement character or find no frontmatter.",
    remedy: "Save the file as UTF-8 without a byte-order mark.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill, targets }) {
    const { document, texts } = skill;
    const isSound = document?.source.encoding === "utf-8" && document.text.firstInvalidByte === undefined;
    const own = document
      ? isSound
        ? localeFindings(document, targets)
        : Array.from(findings(document))
      : [];
    return [
      ...withClientFindings(skill, ["encoding"], own),
      ...texts.filter((file) => file.path !== document?.file && isWide(file)).map(wide),
    ];
  },
});

/** Whether Markdown begins with the mark of UTF-16, of which an agent's tools read zero bytes between the letters. */
function isWide({ path, bytes }: TextFile): boolean {
  return isMarkdown(path) && (bytes.startsWith("\xff\xfe") || bytes.startsWith("\xfe\xff"));
}

function wide({ path, bytes }: TextFile): Finding {
  const order = bytes.startsWith("\xff") ? "little" : "big";
  return { file: path, message: `${quote(path)} is encoded as UTF-16 (${order}-endian); save it as UTF-8` };
}

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
