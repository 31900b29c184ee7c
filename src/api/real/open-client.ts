import satisfies from "semver/functions/satisfies.js";
import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Client, ClientVersion } from "../../model/loader.ts";
import type { RealClient } from "../../real/client.ts";
import { realClients } from "../../generated/real-clients.ts";
import { absoluteDirectories, findProgram, lookUpProgram } from "../../real/find-program.ts";
import { type InstalledClient, versionOf } from "../../real/play-session.ts";
import { findHiding, type Hiding } from "../../real/hidden-files.ts";
import { canIsolate, openSandbox } from "../../real/sandbox.ts";
import type { Network } from "../../real/types.ts";
import { openWorkspace, type Workspace } from "../../real/workspace.ts";
import type { StartedClient } from "../../model/reports/test-real.ts";
import { clients } from "../../generated/clients.ts";
import { cleanOnSignal } from "../../write/signals.ts";

export interface StartOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The client's program, if it is not that of the search path: a path, or a name to look for there. */
  readonly command?: string;
  /** Starts the client with the network if no network namespace can be created. */
  readonly allowNetwork?: boolean;
  /** Starts the client with the user's files within reach if they cannot be hidden. */
  readonly allowHome?: boolean;
  /** Time limit of each start. */
  readonly seconds?: number;
  /** Whether HOME and the working directory get copies of the user's skills. */
  readonly copies?: boolean;
  /** Called with what will be run, before anything is. */
  readonly onPlan?: (plan: RunPlan) => void;
}

/** What will be run, for the user to see. */
export interface RunPlan {
  readonly title: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The temporary directory that contains HOME and the working directory. */
  readonly folder: string;
  /** Whether they contain copies of the user's skills. */
  readonly copies: boolean;
  readonly network: Network;
  /** What is visible besides the system's programs; undefined if all files of the user are. */
  readonly readable: readonly string[] | undefined;
  /** The names of the variables that the program gets. */
  readonly variables: readonly string[];
}

/** A client that can be started, with what is known about it. */
export interface OpenClient {
  readonly installed: InstalledClient;
  readonly about: StartedClient;
  /** The record of the installed version, or of the newest one before it. */
  readonly record: ClientVersion | undefined;
  readonly place: Workspace["place"];
}

/** The driver of a client. Throws a SkillsError ("bad-usage") if there is none. */
export function chooseRealClient(id: string): RealClient {
  const found = realClients.find((client) => client.id === id);
  if (found) return found;
  const known = clients.some((client) => client.id === id);
  throw new SkillsError(
    "bad-usage",
    `${known ? "cannot start" : "unknown client"} ${quote(id)}; use ${series(
      realClients.map((client) => quote(client.id)),
      "or",
    )}`,
  );
}

/** The program of a client on this machine, if it is installed. */
export function findInstalled(
  { program }: RealClient,
  { command, cwd, env }: StartOptions,
): string | undefined {
  const searchPath = env["PATH"] ?? "";
  return command === undefined ? findProgram(program, searchPath) : lookUpProgram(command, cwd, searchPath);
}

/**
 * Prepares an installed client, does the work, and removes everything temporary. Throws a SkillsError if the client is
 * not installed, or if it would have the network or the user's files and may not.
 */
export async function withClient<Result>(
  client: RealClient,
  options: StartOptions,
  work: (open: OpenClient) => Promise<Result>,
): Promise<Result> {
  const program = findInstalled(client, options) ?? failAbsent(client, options);
  const workspace = openWorkspace();
  const release = cleanOnSignal(workspace.close);
  try {
    const enclosure = chooseEnclosure(program, workspace.folder, options);
    return await prepare(client, { ...options, ...enclosure, program, workspace }, work);
  } finally {
    release();
    workspace.close();
  }
}

interface Enclosure {
  readonly network: Network;
  /** Undefined if the user's files are within reach. */
  readonly hiding: Hiding | undefined;
}

interface Prepared extends StartOptions, Enclosure {
  readonly program: string;
  readonly workspace: Workspace;
}

async function prepare<Result>(
  client: RealClient,
  {
    program,
    network,
    hiding,
    workspace: { folder, place },
    env,
    seconds = 120,
    copies = false,
    onPlan,
  }: Prepared,
  work: (open: OpenClient) => Promise<Result>,
): Promise<Result> {
  const title = titleOf(client);
  const searchPath = absoluteDirectories(env["PATH"] ?? "");
  const readable = hiding?.files.readable;
  onPlan?.(planOf(client, { title, program, folder, copies, network, readable }));
  const sandbox = await openSandbox(network, { folder, searchPath, hiding });
  try {
    const installed = { client, program, sandbox, seconds };
    const version = await versionOf(installed, place("version"));
    const record = recordFor(client, version);
    const about: StartedClient = {
      client: client.id,
      title,
      program,
      version: version ?? null,
      record: record
        ? { version: record.version, evidence: record.evidence, exact: record.version === version }
        : null,
      network,
      files: hiding ? "hidden" : "all",
    };
    return await work({ installed, about, record, place });
  } finally {
    sandbox.close();
  }
}

function failAbsent({ program }: RealClient, { command }: StartOptions): never {
  if (command !== undefined) throw new SkillsError("not-found", `no program ${quote(command)}`);
  throw new SkillsError("not-found", `${quote(program)} is not on the search path`, {
    hint: "install the client, or name its program with `--client-command`",
  });
}

function chooseEnclosure(
  program: string,
  folder: string,
  { env, allowHome = false, allowNetwork = false }: StartOptions,
): Enclosure {
  const needs = {
    program,
    searchPath: absoluteDirectories(env["PATH"] ?? ""),
    folder,
    home: env["HOME"],
  };
  const hiding = findHiding("none", needs);
  if (hiding) return { network: "none", hiding };
  const network = chooseNetwork(allowNetwork, env["PATH"]);
  const others = network === "all" ? findHiding("all", needs) : undefined;
  if (!others && !allowHome)
    throw new SkillsError("bad-usage", "cannot hide your home directory, so nothing was started", {
      hint: "this needs Linux with bubblewrap (`bwrap`); or start the client with your files within reach: `--allow-home`",
    });
  return { network, hiding: others };
}

function chooseNetwork(allowNetwork: boolean, searchPath: string | undefined): Network {
  if (canIsolate(searchPath)) return "none";
  if (allowNetwork) return "all";
  throw new SkillsError("bad-usage", "cannot create a network namespace, so nothing was started", {
    hint: "this needs Linux with `unshare` and `ip`; or start the client with your network: `--allow-network`",
  });
}

function planOf(
  client: RealClient,
  {
    title,
    program,
    folder,
    copies,
    network,
    readable,
  }: Pick<RunPlan, "title" | "folder" | "copies" | "network" | "readable"> & { readonly program: string },
): RunPlan {
  const { words, env = {} } = client.start({ url: "http://127.0.0.1", home: "HOME", cache: "" });
  const variables = ["HOME", "LANG", "PATH", "TERM", "TMPDIR", ...Object.keys(env)].sort();
  return { title, command: [program, ...words], folder, copies, network, readable, variables };
}

function titleOf({ id }: RealClient): string {
  return recordsOf(id)?.title ?? id;
}

function recordsOf(id: string): Client | undefined {
  return clients.find((client) => client.id === id);
}

/** The record of a version: one of exactly this version, else one that covers it. */
function recordFor({ id, variant }: RealClient, version: string | undefined): ClientVersion | undefined {
  const versions = (recordsOf(id)?.versions ?? []).filter(
    (each) => variant === undefined || each.variant === variant,
  );
  if (version === undefined) return versions[0];
  return (
    versions.find((each) => each.version === version) ??
    versions.find((each) => satisfies(version, each.versions, { includePrerelease: true }))
  );
}
