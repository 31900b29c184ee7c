import type { Reference } from "../../model/body.ts";
import type { Finding, Fix } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { ResolvedReference } from "../../model/skill.ts";
import { isMarkdown } from "../../core/paths.ts";
import { once } from "../../core/once.ts";
import type { TextFile } from "../../model/text-file.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "reference-case",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary: "Reports a reference that differs from the file's name only in case.",
    why: "It works on file systems that ignore case, as on macOS and Windows, and fails on Linux, in containers and in CI.",
    remedy: "Write the path exactly as the file is named; in code, only `--unsafe-fixes` applies the fix.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check: ({ subject: { references, texts } }) => {
    const wrong = references.filter(({ resolution }) => resolution.status === "wrong-case");
    if (wrong.length === 0) return [];
    const written = once(() => namesIn(texts));
    return wrong.filter((each) => !isAnother(each, written)).flatMap(findings);
  },
});

/** Files that each project may have: outside code, their names rarely mean those of the skill. */
const common = /^(?:agents|changelog|claude|contributing|gemini|license|readme)\.md$/i;

/**
 * Whether a name means another file: "skill.md" the file of any skill, and in code a name without a directory one
 * that is written elsewhere, as the text also has the name below another directory or in the file's case.
 */
function isAnother(
  { reference: { kind, target }, resolution }: ResolvedReference,
  written: () => ReadonlySet<string>,
): boolean {
  if (resolution.status !== "wrong-case") return false;
  const isPlain = kind === "text";
  if (!isPlain && kind !== "code-span" && kind !== "fence") return false;
  if (/(?:^|\/)skill\.md$/i.test(target) || (isPlain && common.test(target))) return true;
  if (target.includes("/") || target !== target.toLowerCase()) return false;
  return written().has(`/${target}`) || written().has(resolution.path);
}

/** The names of files in Markdown: below a directory with "/" before them, others as written. */
function namesIn(texts: readonly TextFile[]): ReadonlySet<string> {
  return new Set(
    texts
      .filter(({ path }) => isMarkdown(path))
      .flatMap(({ source }) =>
        Array.from(
          source.text.matchAll(/(?:(?<!\.)\/|(?<![\w./-]))[A-Za-z][\w-]{0,80}\.\w{1,8}\b/g),
          ([name]) => name,
        ),
      ),
  );
}

function findings({ from, reference, resolution }: ResolvedReference): readonly Finding[] {
  if (resolution.status !== "wrong-case") return [];
  const { range, target } = reference;
  return [
    {
      file: from,
      range,
      message: `${quote(target)} differs in case from the file ${quote(resolution.path)}`,
      fixes: fixes(from, reference, resolution.path),
    },
  ];
}

/** Edits only the case of letters, so the path remains relative to the same directory. */
function fixes(file: string, { target, range }: Reference, path: string): readonly Fix[] {
  const rest = target.replace(/^(?:\.\/)+/, "");
  const text = target.slice(0, target.length - rest.length) + path.slice(path.length - rest.length);
  const plain =
    /^[\w./-]+$/.test(text) &&
    range.end.offset - range.start.offset === text.length &&
    text.toLowerCase() === target.toLowerCase();
  return plain
    ? [{ title: `Change to ${text}`, safe: true, operations: [{ kind: "edit", file, range, text }] }]
    : [];
}
