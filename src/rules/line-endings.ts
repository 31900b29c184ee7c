import type { Finding, Fix, Operation } from "../core/rule.ts";
import { count, grouped } from "../core/sentence.ts";
import type { SkillDocument } from "../core/skill.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "line-endings",
    category: "portability",
    origin: "client:elizaos",
    source: "https://github.com/elizaos/eliza",
    summary: "Reports lines of SKILL.md that end in anything but LF.",
    why: "ElizaOS and harness9 look for the fences with LF alone and drop the skill; a lone CR ends a line for Python and YAML and for nobody else.",
    remedy: "Save the file with LF line ends; in git, `SKILL.md text eol=lf` in .gitattributes keeps them.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    // In another encoding the fix would be to save it as UTF-8, which skill-file-encoding says.
    if (document?.source.encoding !== "utf-8") return [];
    const { crlf, cr } = document.text;
    if (crlf + cr === 0) return [];
    return [...(crlf > 0 ? [carriageReturns(document)] : []), ...(cr > 0 ? [loneReturns(document)] : [])];
  },
});

function carriageReturns(document: SkillDocument): Finding {
  const {
    file,
    source,
    text: { lf, crlf, cr },
  } = document;
  const lines = lf + crlf + cr;
  const start = source.text.indexOf("\r\n");
  const which =
    crlf === lines
      ? crlf === 1
        ? "the only line ends"
        : `all ${grouped(lines)} lines end`
      : `${grouped(crlf)} of ${count(lines, "line")} end`;
  return {
    file,
    // Where all lines are alike the file is meant, not its first line.
    ...(crlf < lines && { range: source.range(start, start + 2) }),
    message: `${which} in CRLF, expected LF; ElizaOS and harness9 drop the skill for it`,
    fixes: [
      {
        title: "End every line with LF",
        safe: false,
        operations: [
          {
            kind: "edit",
            file,
            range: source.range(0, source.text.length),
            text: source.text.replaceAll("\r\n", "\n"),
          },
        ],
      },
      ...fenceFix(document),
    ],
  };
}

/** The two lines that those clients look for: the rest of the file stays as its author's editor writes it. */
function fenceFix({ file, source, frontmatter }: SkillDocument): readonly Fix[] {
  if (!frontmatter) return [];
  const ends = [frontmatter.range.start.offset - 2, frontmatter.closing.end.offset].filter(
    (at) => at >= 0 && source.text.startsWith("\r\n", at),
  );
  const operations = ends.map(
    (at): Operation => ({ kind: "edit", file, range: source.range(at, at + 2), text: "\n" }),
  );
  return operations.length === 0 ? [] : [{ title: "End the fences with LF", safe: true, operations }];
}

function loneReturns({ file, source, text: { cr } }: SkillDocument): Finding {
  const start = source.text.search(/\r(?!\n)/);
  return {
    file,
    range: source.range(start, start + 1),
    message: `${count(cr, "line")} ${cr === 1 ? "ends" : "end"} in a lone CR, expected LF; only Python and YAML take it for the end of a line`,
    fixes: [
      {
        title: "End every line with LF",
        safe: false,
        operations: [
          {
            kind: "edit",
            file,
            range: source.range(0, source.text.length),
            text: source.text.replace(/\r\n?/g, "\n"),
          },
        ],
      },
    ],
  };
}
