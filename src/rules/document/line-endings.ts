import type { ChosenPrograms, Finding, Fix, Operation } from "../../model/rule.ts";
import { count, grouped } from "../../core/sentence.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { nameClients, severityAmong } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "line-endings",
    category: "portability",
    origin: "client:elizaos",
    source: "https://github.com/elizaos/eliza",
    summary: "Reports frontmatter fences that end in CRLF, and lines that end in a lone CR.",
    why: "ElizaOS requires LF after the opening fence, harness9 after both, or they do not load the skill; other lines may end in CRLF. Only Python and YAML read a lone CR as a line ending.",
    remedy:
      "Save the file with LF line endings; in git, preserve them with `SKILL.md text eol=lf` in .gitattributes.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check({ subject: { document }, ...chosen }) {
    // A file in another encoding must be saved as UTF-8 first, which skill-file-encoding reports.
    if (document?.source.encoding !== "utf-8") return [];
    const fences = fencesInCrlf(document);
    return [
      ...(fences.length > 0 ? [carriageReturns(document, fences, chosen)] : []),
      ...(document.text.cr > 0 ? [loneReturns(document)] : []),
    ];
  },
});

/** A CRLF at the end of a fence, and the clients that do not load the skill because of it. */
interface FenceEnd {
  readonly at: number;
  readonly fence: "opening" | "closing";
  readonly clients: readonly string[];
}

/** The fences that end in CRLF. Other lines may end in either. */
function fencesInCrlf({ source, frontmatter }: SkillDocument): readonly FenceEnd[] {
  if (!frontmatter) return [];
  const ends: readonly FenceEnd[] = [
    {
      at: frontmatter.range.start.offset - 2,
      fence: "opening",
      clients: ["ElizaOS", "harness9"],
    },
    {
      at: frontmatter.closing.end.offset,
      fence: "closing",
      clients: ["harness9"],
    },
  ];
  return ends.filter(({ at }) => at >= 0 && source.text.startsWith("\r\n", at));
}

function carriageReturns(
  document: SkillDocument,
  fences: readonly FenceEnd[],
  chosen: ChosenPrograms,
): Finding {
  const {
    file,
    source,
    text: { lf, crlf, cr },
  } = document;
  const lines = lf + crlf + cr;
  const { at, fence, clients } = fences[0]!;
  const lost = `so ${nameClients(clients, chosen)} ${clients.length === 1 ? "does" : "do"} not load the skill`;
  const which = crlf < lines ? `${fence} "---" of the frontmatter ends` : `all ${grouped(lines)} lines end`;
  return {
    file,
    // If every line ends in CRLF, the finding is about the file instead of its first line.
    ...(crlf < lines && { range: source.range(at, at + 2) }),
    message: `${which} in CRLF, ${lost}; use LF`,
    ...severityAmong(clients, chosen),
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

/** Leaves the line endings in the rest of the file unchanged. */
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
    message: `${count(cr, "line")} ${cr === 1 ? "ends" : "end"} in a lone CR, which only Python and YAML read as a line ending; use LF`,
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
