import type { Reference } from "../../model/body.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "reference-depth",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary: "Reports a file that is linked only from another reference, not from SKILL.md.",
    why: "An agent may read only the start of a file that another file refers to, and miss the next reference; the specification asks for references one level deep.",
    remedy: "Link the file from SKILL.md too, with a note on when to read it.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document, references } = skill;
    return document && references.some(({ from }) => from !== document.file)
      ? findings(skill, document.file)
      : [];
  },
});

/** Files for an agent to read. Scripts are run from the file that names them, and images are displayed. */
const readable = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i;

function* findings({ references, graph }: Skill, document: string): Generator<Finding> {
  const reported = new Set<string>();
  for (const { from, reference, resolution } of references) {
    if (
      from === document ||
      isForPeople(from) ||
      resolution.status !== "found" ||
      !isLink(reference) ||
      !readable.test(resolution.path)
    )
      continue;
    const { path } = resolution;
    // A directory in SKILL.md, and a file that it mentions without a link, are one level deep too.
    if (reported.has(path) || (graph.read.get(path)?.depth ?? 0) < 2) continue;
    reported.add(path);
    yield {
      file: from,
      range: reference.range,
      message: `${quote(path)} is linked here but not from ${quote(document)}; link it there too`,
    };
  }
}

/** Whether the agent is not referred to a page, such as a README that introduces the skill on a website. */
function isForPeople(path: string): boolean {
  return /(?:^|\/)(?:readme|changelog|contributing|agents|claude|gemini)\.\w+$/i.test(path);
}

function isLink({ kind }: Reference): boolean {
  return kind === "link" || kind === "definition";
}
