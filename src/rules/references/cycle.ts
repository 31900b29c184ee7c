import type { GraphEdge } from "../../model/graph.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";

/** Maximum number of files listed per cycle. */
const named = 6;

export default defineRule({
  meta: {
    id: "reference-cycle",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary: "Reports files other than SKILL.md that link to each other in a cycle.",
    why: "The specification asks for references one level deep; an agent that follows each link reads the same files again.",
    remedy: "Say in SKILL.md when to read each file, and remove the links between the files.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  check: ({ subject: { graph } }) => graph.cycles.map(finding),
});

function finding(cycle: readonly GraphEdge[]): Finding {
  const last = cycle.at(-1)!;
  const files = [
    ...cycle.slice(0, named).map(({ from }) => quote(from)),
    ...(cycle.length > named ? ["…"] : []),
    quote(last.to),
  ];
  return {
    file: last.from,
    range: last.range,
    message: `references form a cycle: ${files.join(" → ")}`,
    related: cycle.slice(0, -1).map(({ from: file, range }) => ({ file, range })),
  };
}
