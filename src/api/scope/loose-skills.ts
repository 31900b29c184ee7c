import { SkillsError } from "../../core/errors.ts";
import { seriesAtMost } from "../../core/sentence.ts";
import type { LooseDocument } from "../../find/search.ts";
import { clients } from "../../generated/clients.ts";
import { documentName } from "../../model/document-name.ts";
import type { Unread } from "../../model/source.ts";
import { readFile } from "../../read/open-file.ts";
import { placeDocuments } from "../../targets/client-roots.ts";
import { loadAs } from "../../targets/load-as.ts";

/** Maximum number of clients that a reason names. */
const shownClients = 3;

/**
 * Single files that some client loads as skills. They are not checked, as a skill is a directory with a SKILL.md for
 * everyone else.
 */
export function unreadLoose(loose: readonly LooseDocument[]): readonly Unread[] {
  return loose.flatMap((document) => {
    const titles = clientsThatLoad(document);
    if (titles.length === 0) return [];
    const reason = `it is a skill in a single file for ${seriesAtMost(titles, shownClients)}; move it to a ${documentName} in a directory of its own`;
    return [{ path: document.label, reason, needed: true as const }];
  });
}

function clientsThatLoad({ root, inner, absolute, label }: LooseDocument): readonly string[] {
  const listing = { root, label: "", level: 0, documents: [{ path: inner, links: [] }] };
  const input = {
    directory: inner.slice(inner.lastIndexOf("/") + 1).replace(/\.md$/i, ""),
    bytes: bytesOf(absolute, label),
  };
  return clients.flatMap(({ title, versions }) => {
    const loads = versions.some(({ roots, load }) => {
      const own = [...(roots?.project ?? []), ...(roots?.user ?? [])].find(
        (each) => each.replace(/^~\//, "") === root,
      );
      return (
        roots &&
        own !== undefined &&
        placeDocuments(roots, { ...listing, root: own }).some(({ read }) => read === true) &&
        (input.bytes === undefined ||
          (load && loadAs({ load }, { ...input, bytes: input.bytes }).loads === true))
      );
    });
    return loads ? [title] : [];
  });
}

/** Undefined if it cannot be read; then it counts as loaded. */
function bytesOf(absolute: string, label: string): Uint8Array | undefined {
  try {
    return readFile(absolute, label);
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}
