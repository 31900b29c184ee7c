import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { reasonOf } from "../core/unreadable.ts";
import { userRoots, type RootListing, type RootRules } from "../model/client-roots.ts";
import type { Unread } from "../model/source.ts";
import { toInnerPath, toNativePath } from "../read/label.ts";
import { readFile } from "../read/open-file.ts";
import { isThere, projectDirectories } from "../read/there.ts";
import { readClientRoot } from "./client-root.ts";

/** Where clients are assumed to run. */
export interface MachineOptions {
  /** The directory that paths are relative to. */
  readonly cwd: string;
  /** The working directory of the clients; by default `cwd`. */
  readonly project?: string;
  /** Replaces the home directory of `env`; variables that move directories are then ignored. */
  readonly home?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

interface Surroundings {
  readonly cwd: string;
  readonly project: string;
  readonly home: string | undefined;
  /** The home directory that "~" means to the user's shell. */
  readonly tilde: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A root of a client on this machine. */
export interface MachineRoot extends RootListing {
  readonly scope: "project" | "user";
  readonly present: boolean;
  /** The directory without symlinks; equal for two paths to one directory. */
  readonly real: string;
}

/** Reads the roots of clients, each directory and each file once. */
export interface Machine {
  /** The roots that a client reads, also those that do not exist. */
  rootsOf(rules: RootRules): readonly MachineRoot[];
  /** The bytes of a file of a root, or why it cannot be read. */
  read(file: string): Uint8Array | { readonly problem: string };
  /** The bytes of a file below the directory of another; undefined if there is none. */
  readBeside(file: string, inner: string): Uint8Array | "unread" | undefined;
  readonly unread: readonly Unread[];
  /** The working directory and those above it in its repository. */
  readonly levels: number;
  /** Whether the last of the levels is the root of a repository. */
  readonly hasRepository: boolean;
}

export function openMachine(options: MachineOptions): Machine {
  const surroundings = resolve(options);
  const { project, home, env } = surroundings;
  const levels = levelsOf(project, home);
  const unread: Unread[] = [];
  const found = new Map<string, ReturnType<typeof readClientRoot>>();
  const files = new Map<string, ReturnType<Machine["read"]>>();
  const open = (root: string, absolute: string, rest: Pick<MachineRoot, "scope" | "level">): MachineRoot => {
    const label = shownPath(absolute, rest.scope, surroundings);
    if (!found.has(absolute)) {
      const read = readClientRoot(absolute, label);
      unread.push(...(read?.unread ?? []));
      found.set(absolute, read);
    }
    const read = found.get(absolute);
    const { real = absolute, documents = [] } = read ?? {};
    return { root, label, ...rest, present: read !== undefined, real, documents };
  };
  const rootsOf = (rules: RootRules): readonly MachineRoot[] => {
    const ofProject = rules.project.flatMap((root) =>
      levelsRead(rules, root, levels.length).map((level) =>
        open(root, path.join(levels[level]!, root), { scope: "project", level }),
      ),
    );
    const ofUser = userRoots(rules, env).flatMap(({ root, path: written }) => {
      const absolute = written.startsWith("~/") ? home && path.join(home, written.slice(2)) : written;
      return absolute ? [open(root, path.resolve(project, absolute), { scope: "user", level: 0 })] : [];
    });
    return withoutRepeats([...ofProject, ...ofUser]);
  };
  const read = (file: string): ReturnType<Machine["read"]> => {
    const known = files.get(file);
    if (known) return known;
    const now = readOnce(file);
    files.set(file, now);
    return now;
  };
  const readBeside: Machine["readBeside"] = (file, inner) => {
    const beside = toNativePath(path.dirname(file), inner);
    if (!isThere(beside)) return undefined;
    const bytes = read(beside);
    return "problem" in bytes ? "unread" : bytes;
  };
  const hasRepository = isThere(path.join(levels.at(-1)!, ".git"));
  return { rootsOf, read, readBeside, unread, levels: levels.length, hasRepository };
}

function resolve({ cwd, project = ".", home, env = {} }: MachineOptions): Surroundings {
  const variable = env[process.platform === "win32" ? "USERPROFILE" : "HOME"];
  const tilde = variable !== undefined && path.isAbsolute(variable) ? variable : undefined;
  return {
    cwd,
    project: path.resolve(cwd, project),
    ...(home === undefined
      ? { home: tilde, tilde, env }
      : { home: path.resolve(cwd, home), tilde: undefined, env: {} }),
  };
}

/** The working directory and the directories above it in its repository; without a repository, only itself. */
function levelsOf(project: string, home: string | undefined): readonly string[] {
  const chain = projectDirectories(project, home);
  return isThere(path.join(chain.at(-1)!, ".git")) ? chain : [project];
}

/** The levels at which a client reads a project root; 0 is the working directory, the last the repository's root. */
function levelsRead({ above, onlyInCwd }: RootRules, root: string, levels: number): readonly number[] {
  if (above === "cwd" || onlyInCwd?.includes(root)) return [0];
  if (above === "root") return [levels - 1];
  const all = Array.from({ length: levels }, (_level, at) => at);
  return above === "up-to-root" ? all : all.filter((level) => level === 0 || level === levels - 1);
}

/** If the project is the home directory, the same directories are roots of both. */
function withoutRepeats(roots: readonly MachineRoot[]): readonly MachineRoot[] {
  const seen = new Set<string>();
  return roots.filter(({ real, present }) => {
    const isNew = !present || !seen.has(real);
    seen.add(real);
    return isNew;
  });
}

function readOnce(file: string): ReturnType<Machine["read"]> {
  try {
    return readFile(file, file);
  } catch (error) {
    if (error instanceof SkillsError) return { problem: reasonOf(error, file) };
    throw error;
  }
}

/** A path for pages and for commands: relative to the working directory, or to the home directory, or absolute. */
function shownPath(absolute: string, scope: MachineRoot["scope"], { cwd, tilde }: Surroundings): string {
  const inner = toInnerPath(cwd, absolute);
  if (inner !== undefined) return inner === "" ? "." : inner;
  const atHome = tilde === undefined ? undefined : toInnerPath(tilde, absolute);
  if (atHome !== undefined && scope === "user") return `~/${atHome}`;
  return (scope === "project" ? path.relative(cwd, absolute) : absolute).split(path.sep).join("/");
}
