import { joinNative, toInnerPath, toNativePath } from "../../read/label.ts";
import { isThere, leadsToDirectory, projectDirectories } from "../../read/there.ts";
import { clients } from "../../generated/clients.ts";
import { commonClients, type RecordedVersion } from "../../targets/newest-clients.ts";
import { reportedVersions } from "../compat/choose-clients.ts";

interface Project {
  readonly cwd: string;
  readonly home: string | undefined;
}

/**
 * Absolute path of the directory for a skill of these clients: of those that exist nearest to the working directory,
 * the one that most of the clients read. Throws as `chooseClients` does.
 */
export function placeForClients(words: readonly string[], { cwd, home }: Project): string | undefined {
  const versions = withRoots(reportedVersions(words));
  const readersOf = (root: string): number =>
    versions.filter(({ version }) => version.roots!.project.includes(root)).length;
  const [...roots] = new Set(versions.flatMap(({ version }) => version.roots!.project));
  roots.sort((a, b) => readersOf(b) - readersOf(a));
  for (const directory of directoriesOf({ cwd, home })) {
    const found = roots.map((root) => toNativePath(directory, root)).find(leadsToDirectory);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A client that does not look for skills in a directory. */
export interface Absentee {
  readonly id: string;
  readonly title: string;
}

/** The clients that do not look for skills in a directory; without words, all common ones, or none if one does. */
export function clientsWithout(
  place: string,
  words: readonly string[] | undefined,
  project: Project,
): readonly Absentee[] {
  const { home } = project;
  const directories = directoriesOf(project);
  const isRead = ({ version: { roots } }: RecordedVersion): boolean =>
    directories.some((at) => roots!.project.includes(toInnerPath(at, place) ?? "")) ||
    (home !== undefined && roots!.user.includes(`~/${toInnerPath(home, place) ?? ""}`));
  const versions = withRoots(words ? reportedVersions(words) : commonClients(clients));
  if (!words && versions.some(isRead)) return [];
  const reading = new Set(versions.filter(isRead).map(({ client }) => client.id));
  const missing = versions.flatMap(({ client: { id, title } }) =>
    reading.has(id) ? [] : [[id, title] as const],
  );
  return Array.from(new Map(missing), ([id, title]) => ({ id, title }));
}

/** The working directory and those above it in its repository. */
function directoriesOf({ cwd, home }: Project): readonly string[] {
  const chain = projectDirectories(cwd, home);
  return isThere(joinNative(chain.at(-1)!, ".git")) ? chain : [cwd];
}

function withRoots(versions: readonly RecordedVersion[]): readonly RecordedVersion[] {
  return versions.filter(({ version }) => version.roots);
}
