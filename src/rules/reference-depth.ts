import type { Reference } from "../model/body.ts";
import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { Skill } from "../model/skill.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "reference-depth",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary: "Reports a file that is linked only from another reference, not from SKILL.md.",
    why: "An agent may read only the start of a file that it was sent to by a file, and never learn of the next one; the specification asks for references one level deep.",
    remedy: "Link the file from SKILL.md as well, and say there when to read it.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document, references } = skill;
    return document && references.some(({ from }) => from !== document.file)
      ? findings(skill, document.file)
      : [];
  },
});

/** What an agent is sent on to read; a script is run where it is named, and an image is shown. */
const readable = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i;

function* findings({ references, graph }: Skill, document: string): Generator<Finding> {
  const told = new Set<string>();
  for (const { from, reference, outcome } of references) {
    if (from === document || outcome.status !== "found" || !isLink(reference) || !readable.test(outcome.path))
      continue;
    const { path } = outcome;
    // A directory that SKILL.md names, and a name outside any link, are one level deep too.
    if (told.has(path) || (graph.read.get(path)?.depth ?? 0) < 2) continue;
    told.add(path);
    yield {
      file: from,
      range: reference.range,
      message: `${quote(path)} is linked here and not in ${quote(document)}, expected references one level deep`,
    };
  }
}

function isLink({ kind }: Reference): boolean {
  return kind === "link" || kind === "definition";
}
