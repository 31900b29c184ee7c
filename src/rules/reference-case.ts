import type { Reference } from "../model/body.ts";
import type { Finding, Fix } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { ResolvedReference } from "../model/skill.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "reference-case",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary: "Reports a reference that differs from a file's name in nothing but capitals.",
    why: "It works where the file system ignores case, on macOS and Windows, and fails on Linux, in containers and in CI.",
    remedy: "Write the path as the file is called; in code only `--unsafe-fixes` does.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check: ({ subject: { references } }) =>
    references.filter(({ outcome }) => outcome.status === "wrong-case").flatMap(findings),
});

function findings({ from, reference, outcome }: ResolvedReference): readonly Finding[] {
  if (outcome.status !== "wrong-case") return [];
  const { range, target } = reference;
  return [
    {
      file: from,
      range,
      message: `reference ${quote(target)} is called ${quote(outcome.path)}, expected the same capitals`,
      fixes: fixes(from, reference, outcome.path),
    },
  ];
}

/** Only the letters change: the same path from wherever it is taken. */
function fixes(file: string, { target, range }: Reference, path: string): readonly Fix[] {
  const rest = target.replace(/^(?:\.\/)+/, "");
  const text = target.slice(0, target.length - rest.length) + path.slice(path.length - rest.length);
  const plain =
    /^[\w./-]+$/.test(text) &&
    range.end.offset - range.start.offset === text.length &&
    text.toLowerCase() === target.toLowerCase();
  return plain
    ? [{ title: `Write it as ${text}`, safe: true, operations: [{ kind: "edit", file, range, text }] }]
    : [];
}
