import { latin1 } from "../../core/bytes.ts";
import { isMarkdown } from "../../core/paths.ts";
import type { ResolvedReference, SkillDocument } from "../../model/skill.ts";
import type { FileEntry, SkillSource, Unread } from "../../model/source.ts";
import { parseBody } from "../../parse/body/body.ts";
import { mayLink } from "../../parse/body/link-targets.ts";
import { mayRefer, resolveReferences } from "../../parse/resolve-references.ts";
import { decodeText } from "../../read/decode.ts";
import type { LoadedSkill } from "../../read/load.ts";
import type { ReadText } from "./text-file.ts";

/** The document's references, then those of each Markdown file it names: deep enough to tell what only a reference refers to. */
export function followReferences(
  { file, source: { text }, body }: SkillDocument,
  { files, unread }: LoadedSkill,
  { alone }: SkillSource,
  bytesOf: (path: string) => Uint8Array | undefined,
  read: Map<string, ReadText>,
): readonly ResolvedReference[] {
  if (!mayRefer(file, text, files)) return [];
  const references = resolveReferences(file, body.references, files);
  for (const path of markdownAmong(references, file, files)) {
    const bytes = bytesOf(path);
    if (!bytes || !mayHoldLinks(bytes)) continue;
    const { source } = decodeText(bytes);
    const body = parseBody(source, 0);
    read.set(path, { source, body });
    for (const reference of resolveReferences(path, body.links, files)) references.push(reference);
  }
  // Where not all of the skill could be listed, what seems to be missing may be there.
  return alone || unread.length > 0
    ? references.filter(
        ({ reference: { target }, outcome }) =>
          outcome.status !== "missing" || (!alone && !isBelow(target, unread)),
      )
    : references;
}

function isBelow(target: string, unread: readonly Unread[]): boolean {
  return unread.some(({ path }) => target.replace(/^\.\//, "").startsWith(`${path}/`));
}

/** The Markdown files that references lead to, in the order they are first named. */
function markdownAmong(
  references: readonly ResolvedReference[],
  from: string,
  files: readonly FileEntry[],
): readonly string[] {
  const named = new Set<string>();
  for (const { outcome } of references)
    if (outcome.status === "found" && outcome.path !== from && isMarkdown(outcome.path))
      named.add(outcome.path);
  if (named.size === 0) return [];
  const readable = new Set<string>();
  for (const entry of files) if (named.has(entry.path) && isFile(entry)) readable.add(entry.path);
  return Array.from(named).filter((path) => readable.has(path));
}

/** Most files hold no links, and need not be decoded to see that, but for UTF-16, whose brackets have zeros between them. */
function mayHoldLinks(bytes: Uint8Array): boolean {
  return bytes.includes(0) || mayLink(latin1(bytes));
}

export function isFile({ kind, link }: FileEntry): boolean {
  return kind === "file" || link?.leads === "file";
}
