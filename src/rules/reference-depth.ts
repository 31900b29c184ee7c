import type { Finding } from "../core/rule.ts";
import { quote } from "../core/show.ts";
import type { ResolvedReference, Skill } from "../core/skill.ts";
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
    needs: ["document", "listing", "markdown"],
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const file = skill.document?.file;
    return skill.references.some(({ from }) => from !== file) ? findings(skill, file) : [];
  },
});

function* findings(skill: Skill, file: string | undefined): Generator<Finding> {
  const reached = new Set([file, ...foundIn(skill, (from) => from === file).map(({ path }) => path)]);
  for (const { path, resolved } of foundIn(skill, (from) => from !== file)) {
    if (reached.has(path) || !isLink(resolved)) continue;
    reached.add(path);
    yield { file: resolved.from, range: resolved.reference.range, message: `${quote(path)} is linked here and not in ${quote(file ?? "SKILL.md")}, expected references one level deep` };
  }
}

function foundIn({ references }: Skill, where: (from: string) => boolean): readonly { readonly path: string; readonly resolved: ResolvedReference }[] {
  return references.flatMap((resolved) => (resolved.outcome.status === "found" && where(resolved.from) ? [{ path: resolved.outcome.path, resolved }] : []));
}

/** An image is shown where it stands, and a path in code is mostly a command's: neither sends the reader on. */
function isLink({ reference: { kind } }: ResolvedReference): boolean {
  return kind === "link" || kind === "definition";
}
