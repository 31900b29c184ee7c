import { SkillsError } from "../../core/errors.ts";
import { seriesAtMost } from "../../core/sentence.ts";
import { groupBy } from "../../core/group-by.ts";
import type { LooseDocument } from "../../find/search.ts";
import { clients } from "../../generated/clients.ts";
import type { Answered } from "../../lint/conclude.ts";
import { compareDiagnostics, runRules } from "../../lint/run-rules.ts";
import { readWritten } from "../../lint/written-skill.ts";
import type { RootRules } from "../../model/client-roots.ts";
import { documentName } from "../../model/document-name.ts";
import type { LooseSkill } from "../../model/refusals.ts";
import type { Unread } from "../../model/source.ts";
import { chosenWords, type ClientId, clientsNamed, inTargetOrder, type Target } from "../../model/target.ts";
import { directoryAbove } from "../../read/label.ts";
import { readFile } from "../../read/open-file.ts";
import { looseRules } from "../../rules/lists/skill-rules.ts";
import { placeDocuments } from "../../targets/client-roots.ts";
import { loadAs } from "../../targets/load-as.ts";
import { moveSkill, whyUnread } from "../../targets/misplaced.ts";
import { clientsFor, type RecordedVersion } from "../../targets/newest-clients.ts";
import { reportedVersions } from "../compat/choose-clients.ts";

/** Maximum number of clients that a reason names. */
const shownClients = 3;

/**
 * Single files that some client loads as skills. They are not checked, as a skill is a directory with a SKILL.md for
 * everyone else; those that were meant to be skills are needed, others only named.
 */
export function sortLoose(loose: readonly LooseDocument[]): {
  readonly unread: readonly Unread[];
  /** Those that no client loads. */
  readonly loose: readonly LooseDocument[];
} {
  const sorted = loose.map((document) => ({ document, titles: clientsThatLoad(document) }));
  const unread = sorted.flatMap(({ document, titles }) => {
    if (titles.length === 0) return [];
    const named = seriesAtMost(titles, shownClients);
    if (document.isOther)
      return [{ path: document.label, reason: `${named} loads it as a skill, as any Markdown file here` }];
    const reason = `it is a skill in a single file for ${named}; move it to a ${documentName} in a directory of its own`;
    return [{ path: document.label, reason, needed: true as const }];
  });
  const left = sorted.filter(({ document, titles }) => titles.length === 0 && document.isOther !== true);
  return { unread, loose: left.map(({ document }) => document) };
}

/**
 * For each directory of skills, those of these single files, which no client loads, that have the fields of a skill, as
 * findings.
 */
export function looseAnswers(
  loose: readonly LooseDocument[],
  {
    targets = ["spec"],
    clients: words,
  }: { readonly targets?: readonly Target[]; readonly clients?: readonly string[] },
): readonly Answered[] {
  const chosen = chosenWords(words);
  const reported = clientsFor(clients, chosen && reportedVersions(chosen))(targets);
  const options = { targets, clients: chosen && clientsNamed(chosen), validatorRefusals: [] };
  const seen = new Set<string>();
  const found = loose.flatMap((document) => {
    const { inner, absolute, label, directory } = document;
    if (inner.includes("/")) return [];
    // Reached again through a symlink between two roots.
    const file = `${directory}/${inner}`;
    if (seen.has(file)) return [];
    seen.add(file);
    const written = readWritten(bytesOf(absolute, label) ?? new Uint8Array());
    if (written.name === undefined && written.description === undefined) return [];
    const loads = whyNotLoaded(document, reported);
    const { diagnostics } = runRules<LooseSkill>({ file: inner, loads }, looseRules, options);
    return diagnostics.length === 0 ? [] : [{ document, diagnostics }];
  });
  const rootOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
  return Array.from(
    groupBy(found, ({ document }) => rootOf(document.label)),
    ([path, files]) => {
      const directory = directoryAbove(files[0]!.document.absolute);
      const findings = files.flatMap(({ diagnostics }) => diagnostics).sort(compareDiagnostics);
      return {
        directory,
        answer: {
          subject: { kind: "root", path, verdicts: {}, findings, partial: [] },
          directoryName: path.slice(path.lastIndexOf("/") + 1),
          comments: [],
          misspelled: [],
          lines: [],
          lasting: true,
        },
      };
    },
  );
}

/** The command that makes a single file, or one that is not named SKILL.md, a skill. */
export function commandFor(loose: LooseDocument): string {
  const listing = { ...listingOf(loose), root: loose.root };
  const placement = { listing, document: listing.documents[0]!, read: false };
  return moveSkill(placement, loose.inner.includes("/") ? "file-name" : "loose-file")!;
}

function listingOf({ inner, label }: LooseDocument) {
  return { label: label.slice(0, -inner.length - 1), level: 0, documents: [{ path: inner, links: [] }] };
}

/** The clients that search the directory and pass over the file, by the reason. */
function whyNotLoaded(loose: LooseDocument, reported: readonly RecordedVersion[]): LooseSkill["loads"] {
  const listing = listingOf(loose);
  const unread = reported.flatMap(({ client, version: { roots: rules } }) => {
    const own = rules && rootIn(rules, loose.root);
    const [placement] = own === undefined ? [] : placeDocuments(rules!, { ...listing, root: own });
    if (placement?.read !== false) return [];
    const reason = whyUnread(placement.reason!, placement, { title: "this client", rules: rules! });
    return [{ client: client.id as ClientId, reason, help: moveSkill(placement, placement.reason!) }];
  });
  return Array.from(groupBy(unread, ({ reason }) => reason).values(), (same) => ({
    clients: inTargetOrder(same.map(({ client }) => client)),
    reason: same[0]!.reason,
    help: same[0]!.help,
  }));
}

function rootIn({ project, user }: RootRules, root: string): string | undefined {
  return [...project, ...user].find((each) => each.replace(/^~\//, "") === root);
}

function clientsThatLoad({ root, inner, absolute, label }: LooseDocument): readonly string[] {
  const listing = { root, label: "", level: 0, documents: [{ path: inner, links: [] }] };
  const input = {
    directory: inner.slice(inner.lastIndexOf("/") + 1).replace(/\.md$/i, ""),
    bytes: bytesOf(absolute, label),
  };
  return clients.flatMap(({ title, versions }) => {
    const loads = versions.some(({ roots, load }) => {
      const own = roots && rootIn(roots, root);
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
