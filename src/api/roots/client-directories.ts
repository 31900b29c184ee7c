import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { systems } from "../../generated/systems.ts";
import type { RootChoice, UsualRoots } from "../../install/roots.ts";
import { groupBy } from "../../core/group-by.ts";
import type { RootReader } from "../../model/reports/install.ts";
import { clients } from "../../generated/clients.ts";
import type { ClientVersion } from "../../model/loader.ts";
import { commonClients, newestVersions } from "../../targets/newest-clients.ts";
import { chooseClients, reportedVersions } from "../compat/choose-clients.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The first directories in which a client or agent system looks for skills. Throws a SkillsError ("bad-usage") for an
 * unknown client, and for one whose directories are not recorded.
 */
export function clientDirectories(id: string, env: Environment): UsualRoots {
  const roots = systemRoots(id, env) ?? recordedRoots(id);
  if (roots.project === undefined && roots.user === undefined)
    throw new SkillsError("bad-usage", `the directories of ${quote(id)} are not recorded`, {
      hint: "set the skills directory with --root",
    });
  return roots;
}

function systemRoots(id: string, env: Environment): UsualRoots | undefined {
  const system = systems.find((each) => each.id === id);
  if (!system) return undefined;
  const specs = system.roots(env, {});
  const first = (isUser: boolean): string | undefined =>
    specs.find(({ path }) => path.startsWith("~/") === isUser && !path.startsWith("/"))?.path;
  return toRoots(first(false), first(true));
}

/** Those of the newest recorded version. */
function recordedRoots(id: string): UsualRoots {
  const newest = chooseClients([id]).find(({ version, decides }) => decides && version.roots);
  return toRoots(newest?.version.roots?.project[0], newest?.version.roots?.user[0]);
}

function toRoots(project: string | undefined, user: string | undefined): UsualRoots {
  return { ...(project !== undefined && { project }), ...(user !== undefined && { user }) };
}

/**
 * The chosen clients, by default the common ones, whose directories are recorded, and whether the root, as shown to the
 * user, is among them; empty if it is a directory of no client. Throws as `chooseClients` does.
 */
export function readersOf(root: string, words?: readonly string[]): readonly RootReader[] {
  const directory = root.replace(/^\.\//, "").replace(/\/$/, "");
  const known = words ? newestVersions(clients) : commonClients(clients);
  if (!known.some(({ version }) => rootsOf(version).includes(directory))) return [];
  const recorded = (words ? reportedVersions(words) : known).flatMap(
    ({ client: { id, title }, version: { roots } }) =>
      roots ? [{ client: id, title, reads: rootsOf({ roots }).includes(directory) }] : [],
  );
  const byClient = groupBy(recorded, ({ client }) => client);
  return Array.from(byClient.values(), (variants) => ({
    ...variants[0]!,
    reads: variants.some(({ reads }) => reads),
  }));
}

function rootsOf({ roots }: Pick<ClientVersion, "roots">): readonly string[] {
  return roots ? [...roots.project, ...roots.user] : [];
}

/** The choice of a root with the directories of the client, if one was given. */
export function withClient({ client, ...choice }: RootChoice & { readonly client?: string }): RootChoice {
  return client === undefined ? choice : { ...choice, usual: clientDirectories(client, choice.env) };
}
