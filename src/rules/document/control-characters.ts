import type { Finding } from "../../model/rule.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";

/** C0 except tab, LF and CR; DEL; C1. */
const control = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f]/;
const controls = new RegExp(control, "g");

const names: Readonly<Record<number, string>> = {
  0: "NUL",
  7: "bell",
  8: "backspace",
  11: "vertical tab",
  12: "form feed",
  27: "escape",
  127: "delete",
  133: "next line",
};

export default defineRule({
  meta: {
    id: "control-characters",
    category: "portability",
    origin: "spec",
    source: "https://yaml.org/spec/1.2.2/#51-character-set",
    summary: "Reports control characters in SKILL.md.",
    why: "YAML does not allow control characters, so a client refuses the frontmatter or fails with an exception; in the body they mean nothing to an agent, and a terminal may interpret them.",
    remedy: "Remove the character; if an example needs it, write its escape, such as \\x1b.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document } = skill;
    const isClean = !document || (document.problems.length === 0 && !control.test(document.source.text));
    return withClientFindings(skill, ["control-character"], isClean ? [] : Array.from(findings(document)));
  },
});

interface Occurrence {
  readonly character: string;
  readonly offset: number;
  /** Whether it is what a wrong encoding made of a text, as may be other characters. */
  readonly misread: boolean;
  times: number;
}

function* findings(document: SkillDocument): Generator<Finding> {
  const { file, source } = document;
  const occurrences = firstOfEach(document);
  for (const { character, offset, misread, times } of occurrences) {
    const code = character.charCodeAt(0);
    const name = names[code] ? ` (${names[code]})` : "";
    const inFrontmatter = isInFrontmatter(document, offset);
    yield {
      file,
      range: source.range(offset, offset + 1),
      // YAML allows DEL and C1 in quoted strings, for compatibility with JSON, but C0 nowhere.
      ...(inFrontmatter && {
        refusals: [{ ...(code < 0x20 && { target: "spec" }), reason: "control-character" }],
      }),
      message: misread
        ? `${times === 1 ? "control character" : `${count(times, "control character")}, first`} ${quote(character)}; the text was read in a wrong encoding, restore it`
        : `control character ${quote(character)}${name}${times === 1 ? "" : `, ${count(times, "time")}`}; remove it`,
    };
  }
  const seen = new Set(occurrences.map(({ offset }) => offset));
  for (const { kind, message, range } of document.problems) {
    if (kind === "control-character" && !seen.has(range.start.offset))
      yield { file, range, refusals: [{ target: "spec", reason: "control-character" }], message };
  }
}

/**
 * One occurrence for each character, separately for frontmatter and body, as thousands of NULs are one mistake. A text
 * that was read in a wrong encoding is one mistake, too.
 */
function firstOfEach(document: SkillDocument): readonly Occurrence[] {
  const { source } = document;
  if (source.encoding !== "utf-8") return [];
  const found = new Map<string, Occurrence>();
  for (const match of source.text.matchAll(controls)) {
    const [character] = match;
    const misread = isMisread(source.text, match.index);
    const key = `${misread ? "misread" : character}${isInFrontmatter(document, match.index)}`;
    const occurrence = found.get(key);
    if (occurrence) occurrence.times++;
    else found.set(key, { character, offset: match.index, misread, times: 1 });
  }
  return Array.from(found.values());
}

/** Whether a C1 control is what is left of UTF-8 that was read as Latin-1: "â" and two controls for a quotation mark. */
function isMisread(text: string, offset: number): boolean {
  return /[\u00c2-\u00f4][\x80-\xbf]{0,2}[\x80-\x9f]$/.test(text.slice(Math.max(0, offset - 3), offset + 1));
}

function isInFrontmatter({ frontmatter }: SkillDocument, offset: number): boolean {
  return frontmatter !== undefined && offset < frontmatter.range.end.offset;
}
