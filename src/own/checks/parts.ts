import { compilePathPattern } from "../../core/path-pattern.ts";
import { lineBreakOf } from "../../core/source-text.ts";
import { quote } from "../../core/show.ts";
import type { Heading } from "../../model/body.ts";
import type { OwnCheck, OwnFix } from "../../model/own-rule.ts";
import type { Finding, Fix } from "../../model/rule.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import type { Effort } from "../linear-pattern.ts";
import { knownPattern } from "../value-test.ts";
import { nameMatcher } from "../wildcard.ts";

/** Requires a section, and what is in it. */
export function checkSection(
  { heading: wanted, level, linksTo, matches }: Extract<OwnCheck, { kind: "section" }>,
  fix: OwnFix | undefined,
): (skill: Skill, effort: Effort) => readonly Finding[] {
  const pattern = matches === undefined ? undefined : knownPattern(matches);
  const isHost = linksTo === undefined ? undefined : nameMatcher([linksTo]);
  const isWanted = (heading: Heading): boolean =>
    heading.text.trim().toLowerCase() === wanted.toLowerCase() && (level ?? heading.level) === heading.level;
  return ({ document }, effort) => {
    if (!document) return [];
    const { file, source, body } = document;
    const at = body.headings.findIndex(isWanted);
    const heading = body.headings[at];
    if (!heading)
      return [
        {
          file,
          message: `no section ${quote(wanted, 40)}${level === undefined ? "" : ` of level ${level}`}; add it`,
          fixes: sectionFix(document, wanted, level, fix),
        },
      ];
    const start = source.span(heading.range).end;
    const next = body.headings.slice(at + 1).find((other) => other.level <= heading.level);
    const end = source.span(next?.range ?? body.range)[next ? "start" : "end"];
    const say = (what: string): readonly Finding[] => [
      { file, range: heading.range, message: `section ${quote(wanted, 40)} ${what}` },
    ];
    const text = source.text.slice(start, end);
    if (isHost && !hostsOf(text).some(isHost)) return say(`has no link to ${quote(linksTo!, 40)}; add one`);
    if (pattern && !pattern.find(text, 0, effort)) return say(`must match ${quote(pattern.source, 50)}`);
    return [];
  };
}

/** The hosts of the addresses in a text. */
function hostsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/\bhttps?:\/\/([\w.-]{1,253})/gi), ([, host = ""]) => host);
}

function sectionFix(
  { file, source }: SkillDocument,
  heading: string,
  level = 2,
  fix: OwnFix | undefined,
): readonly Fix[] {
  if (fix?.kind !== "insert") return [];
  const end = source.text.length;
  const lineBreak = lineBreakOf(source.text);
  const before = /[\r\n]$/.test(source.text) ? lineBreak : lineBreak + lineBreak;
  return [
    {
      title: `Add the section ${quote(heading, 40)}`,
      safe: false,
      operations: [
        {
          kind: "edit",
          file,
          range: source.range(end, end),
          text: `${before}${"#".repeat(level)} ${heading}${lineBreak}${lineBreak}${fix.text}${lineBreak}`,
        },
      ],
    },
  ];
}

/** Requires a file of the skill. */
export function checkFile({
  path,
}: Extract<OwnCheck, { kind: "file" }>): (skill: Skill) => readonly Finding[] {
  const covers = compilePathPattern(path);
  return ({ document, files, partial }) => {
    if (!document || files.some((file) => file.kind !== "directory" && covers(file.path))) return [];
    const listed = new Set(files.flatMap((file) => (file.kind === "directory" ? [] : [file.path])));
    const isListed = partial.every((unread) => listed.has(unread.path));
    const where = isListed ? "the skill" : "what could be listed of the skill";
    return [{ file: document.file, message: `no file ${quote(path, 40)} in ${where}; add it` }];
  };
}
