import { gitChanges } from "../../git/changes.ts";
import { filesAt, forkPoint, type TreeFile } from "../../git/trees.ts";
import type { TokenDelta, TokenDeltas } from "../../model/reports/action.ts";
import { Vocabulary } from "../../core/vocabulary.ts";
import { toInnerPath, toNativePath } from "../../read/label.ts";
import { gatherPlaces, isTouched } from "../../find/skill-places.ts";
import { factsOf } from "../inspect/inspect-skill.ts";
import { clients } from "../../generated/clients.ts";
import { predictLoads } from "../../lint/predict-loads.ts";
import type { SkillSource } from "../../model/source.ts";
import { commonClients, type RecordedVersion } from "../../targets/newest-clients.ts";
import { loadSkill } from "../../lint/load-skill.ts";
import { filesIn, isReadable, openCommitted, readContents } from "./committed-skill.ts";
import { changedPlaces } from "./repository-changes.ts";
import { placeOf, realDirectory } from "../../read/there.ts";

interface Asked {
  readonly cwd: string;
  /** The commit to compare with. */
  readonly base: string;
  /** Skill directories, relative to the working directory. */
  readonly skills: readonly string[];
  /** Chosen targets: the clients among them are asked, too. */
  readonly targets?: readonly string[];
}

/** Maximum number of skills that are compared. */
const mostCompared = 50;

/** Maximum size in bytes of one skill's files in one commit. Larger skills are not compared. */
const mostBytes = 16 * 1_048_576;

/**
 * The tokens of changed skills, and the clients that load them otherwise, in one repository, at the merge base with `base` and in the checked-out commit, both
 * read from git without a checkout. Symlinks are left out in both commits. Unchanged skills, and those whose changes
 * git cannot determine, are left out.
 */
export async function tokenDeltas({ cwd, base, skills, targets = [] }: Asked): Promise<TokenDeltas> {
  const changes = await gitChanges(cwd, base);
  const fork = changes?.paths && (await forkPoint(cwd, base, "HEAD"));
  if (!changes || fork === undefined) return none;
  const places = gatherPlaces(changedPlaces(changes));
  const root = realDirectory(toNativePath(changes.root, ""));
  const changed = skills.flatMap((path) => {
    const place = realDirectory(placeOf(path, cwd));
    const folder = isTouched(place, places) ? toInnerPath(root, place) : undefined;
    return folder === undefined ? [] : [{ path, folder }];
  });
  const { deltas, omitted } =
    changed.length === 0
      ? none
      : await compare(changed.slice(0, mostCompared), {
          cwd,
          base: fork,
          clients: commonClients(clients, targets),
        });
  return { deltas, omitted: omitted + Math.max(0, changed.length - mostCompared) };
}

const none: TokenDeltas = { deltas: [], omitted: 0 };

interface Changed {
  readonly path: string;
  /** Relative to the repository's root. */
  readonly folder: string;
}

interface Comparing {
  readonly cwd: string;
  readonly base: string;
  readonly clients: readonly RecordedVersion[];
}

async function compare(changed: readonly Changed[], { cwd, base, clients }: Comparing): Promise<TokenDeltas> {
  const folders = changed.map(({ folder }) => folder);
  const [before, after] = await Promise.all([filesAt(cwd, base, folders), filesAt(cwd, "HEAD", folders)]);
  if (!before || !after) return none;
  const deltas: TokenDelta[] = [];
  let omitted = 0;
  for (const { path, folder } of changed) {
    const [old, current] = [filesIn(before, folder), filesIn(after, folder)];
    if (current.length === 0 || isSame(old, current)) continue;
    if (weigh(old) > mostBytes || weigh(current) > mostBytes) omitted++;
    else
      deltas.push({
        path,
        ...compareFiles(folder, [old, current], {
          blobs: await readContents(cwd, [...old, ...current]),
          clients,
        }),
      });
  }
  return { deltas, omitted };
}

function compareFiles(
  folder: string,
  [old, current]: readonly [readonly TreeFile[], readonly TreeFile[]],
  { blobs, clients }: { readonly blobs: ReadonlyMap<string, Uint8Array> } & Pick<Comparing, "clients">,
): Omit<TokenDelta, "path"> {
  const sourceOf = (files: readonly TreeFile[]): SkillSource => openCommitted(folder, files, blobs);
  const after = costOf(sourceOf(current));
  if (old.length === 0) return { after };
  const [before, now] = [old, current].map((files) => predictLoads(sourceOf(files), clients).loads);
  const changes = before!.flatMap(({ title, outcome }, at) => {
    const { outcome: next } = now![at]!;
    return outcome === next || outcome === "unknown" || next === "unknown"
      ? []
      : [{ title, before: outcome, after: next }];
  });
  return { before: costOf(sourceOf(old)), after, ...(changes.length > 0 && { clients: changes }) };
}

function isSame(old: readonly TreeFile[], current: readonly TreeFile[]): boolean {
  return (
    old.length === current.length &&
    old.every(({ path, id }, at) => path === current[at]?.path && id === current[at].id)
  );
}

function weigh(files: readonly TreeFile[]): number {
  return files.filter(isReadable).reduce((sum, { size }) => sum + size, 0);
}

const noWords = new Vocabulary([]);

function costOf(source: SkillSource): TokenDelta["after"] {
  const { tokens } = factsOf(loadSkill(source, [], { vocabulary: noWords }).skill);
  return { catalogue: tokens.catalogue, body: tokens.body, files: tokens.files };
}
