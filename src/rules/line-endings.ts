import type { Finding, Fix, Operation } from "../model/rule.ts";
import { count, grouped } from "../core/sentence.ts";
import type { SkillDocument } from "../model/skill.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "line-endings",
    category: "portability",
    origin: "client:elizaos",
    source: "https://github.com/elizaos/eliza",
    summary: "Reports a fence of SKILL.md that ends in CRLF, and lines that end in a lone CR.",
    why: "ElizaOS looks for the opening fence with LF alone, harness9 for both, and neither loads a skill without; other lines may end in CRLF. A lone CR ends a line for Python and YAML and for nobody else.",
    remedy: "Save the file with LF line ends; in git, `SKILL.md text eol=lf` in .gitattributes keeps them.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    // In another encoding the fix would be to save it as UTF-8, which skill-file-encoding says.
    if (document?.source.encoding !== "utf-8") return [];
    const fences = fencesInCrlf(document);
    return [
      ...(fences.length > 0 ? [carriageReturns(document, fences)] : []),
      ...(document.text.cr > 0 ? [loneReturns(document)] : []),
    ];
  },
});

/** A CRLF that ends a fence, and the clients that want LF there. */
interface FenceEnd {
  readonly at: number;
  readonly fence: "opening" | "closing";
  readonly lost: string;
}

/** Which of the two lines that those clients look for end in CRLF; the others end as they like. */
function fencesInCrlf({ source, frontmatter }: SkillDocument): readonly FenceEnd[] {
  if (!frontmatter) return [];
  const ends: readonly FenceEnd[] = [
    {
      at: frontmatter.range.start.offset - 2,
      fence: "opening",
      lost: "ElizaOS and harness9 do not load the skill",
    },
    { at: frontmatter.closing.end.offset, fence: "closing", lost: "harness9 does not load the skill" },
  ];
  return ends.filter(({ at }) => at >= 0 && source.text.startsWith("\r\n", at));
}

function carriageReturns(document: SkillDocument, fences: readonly FenceEnd[]): Finding {
  const {
    file,
    source,
    text: { lf, crlf, cr },
  } = document;
  const lines = lf + crlf + cr;
  const { at, fence, lost } = fences[0]!;
  const which = crlf < lines ? `${fence} fence ends` : `all ${grouped(lines)} lines end`;
  return {
    file,
    // Where all lines are alike the file is meant, not its first line.
    ...(crlf < lines && { range: source.range(at, at + 2) }),
    message: `${which} in CRLF; ${lost}`,
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
      fenceFix(document, fences),
    ],
  };
}

/** The rest of the file stays as its author's editor writes it. */
function fenceFix({ file, source }: SkillDocument, fences: readonly FenceEnd[]): Fix {
  const operations = fences.map(
    ({ at }): Operation => ({ kind: "edit", file, range: source.range(at, at + 2), text: "\n" }),
  );
  return { title: "End the fences with LF", safe: true, operations };
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
