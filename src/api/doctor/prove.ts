import { SkillsError } from "../../core/errors.ts";
import { groupBy } from "../../core/group-by.ts";
import { count, series } from "../../core/sentence.ts";
import { quote, show } from "../../core/show.ts";
import { clients as recorded } from "../../generated/clients.ts";
import { realClients } from "../../generated/real-clients.ts";
import { type Machine, type MachineRoot, openMachine } from "../../find/machine-roots.ts";
import type { CatalogRules } from "../../model/client-catalog.ts";
import type { Outcome, Report } from "../../model/report.ts";
import type { DoctorClient, DoctorData, DoctorProof, DoctorSkill } from "../../model/reports/doctor.ts";
import type { ListedSkill, RealClient } from "../../real/client.ts";
import { copyRoots } from "../../real/copy-roots.ts";
import { unescapeXml } from "../../real/listings.ts";
import { playSession, type Session } from "../../real/play-session.ts";
import { listCatalog, toCatalogSkill } from "../../targets/list-catalog.ts";
import { commonClients } from "../../targets/newest-clients.ts";
import { findInstalled, type OpenClient, type StartOptions, withClient } from "../real/open-client.ts";
import { playControl } from "../real/test-real.ts";
import { prepareExamination } from "../scope/survey-skills.ts";
import { diagnose, type LoadedFile, loadFiles } from "./diagnose.ts";
import { doctor, type DoctorOptions } from "./doctor.ts";

export interface ProveOptions extends DoctorOptions, Omit<StartOptions, "cwd" | "env"> {}

/**
 * As `doctor`; then starts each of the clients that is installed on a copy of its directories, and compares what it
 * announces with what is predicted. The outcome is 2 if a named client could not be started, else 1 if a prediction is
 * wrong or the doctor's outcome is 1. Throws a SkillsError if nothing can be started.
 */
export async function prove(options: ProveOptions): Promise<Report<DoctorData, "doctor">> {
  const report = doctor(options);
  const known = report.data?.clients ?? [];
  const start = { ...options, env: options.env ?? {} };
  const chosen = known.flatMap((client) => startable(client, start));
  if (chosen.length === 0) failNothing(options, known);
  const proofs = new Map<DoctorClient, DoctorProof>();
  for (const { described, client } of chosen) proofs.set(described, await proveClient(client, start));
  const clients = known.map((client) => {
    const proof = proofs.get(client) ?? (options.clients ? unproven(client) : undefined);
    return proof ? { ...client, proof } : client;
  });
  return { ...report, outcome: outcomeOf(report.outcome, clients), data: { clients } };
}

interface Startable {
  readonly described: DoctorClient;
  readonly client: RealClient;
}

function startable(described: DoctorClient, start: StartOptions): readonly Startable[] {
  const client = driverOf(described);
  return client && findInstalled(client, start) !== undefined ? [{ described, client }] : [];
}

function driverOf({ client, variant }: DoctorClient): RealClient | undefined {
  return realClients.find((each) => each.id === client && (each.variant ?? variant) === variant);
}

function failNothing({ clients, command }: ProveOptions, known: readonly DoctorClient[]): never {
  const drivers = known.flatMap((each) => driverOf(each) ?? []);
  const programs = (drivers.length > 0 ? drivers : realClients).map(({ program }) => quote(program));
  if (clients && drivers.length === 0)
    throw new SkillsError(
      "bad-usage",
      `cannot start ${series(known.map(({ client }) => quote(client)))}; use ${series(
        realClients.map(({ id }) => quote(id)),
        "or",
      )}`,
    );
  throw new SkillsError(
    "not-found",
    command === undefined
      ? `none of ${series(programs)} is on the search path`
      : `no program ${quote(command)}`,
    { hint: "install a client, or name its program with `--client-command`" },
  );
}

function unproven(client: DoctorClient): DoctorProof {
  const driver = driverOf(client);
  const problem = driver ? `${quote(driver.program)} is not on the search path` : "it cannot be started";
  return { problem, announced: 0, compared: 0, disagreements: [] };
}

function outcomeOf(outcome: Outcome, clients: readonly DoctorClient[]): Outcome {
  const proofs = clients.flatMap(({ proof }) => proof ?? []);
  if (outcome === 2 || proofs.some(({ problem }) => problem !== undefined)) return 2;
  return proofs.some(({ disagreements }) => disagreements.length > 0) ? 1 : outcome;
}

type Start = ProveOptions & StartOptions;

function proveClient(client: RealClient, options: Start): Promise<DoctorProof> {
  return withClient(client, { ...options, copies: true }, async (open) => {
    const proof = await compareWithMachine(open, options);
    return { started: open.about, ...proof };
  });
}

type Compared = Omit<DoctorProof, "started">;

function without(problem: string): Compared {
  return { problem, announced: 0, compared: 0, disagreements: [] };
}

async function compareWithMachine(open: OpenClient, options: Start): Promise<Compared> {
  const { installed, record, place } = open;
  if (!record?.roots) return without("it is not recorded which directories this version reads");
  const { listed: own, stages } = await playControl(
    open,
    await prepareExamination({ targets: ["spec"], tokens: "estimate" }),
  );
  const [announced] = stages;
  if (announced?.outcome !== "pass") return without(`a control skill failed: ${announced?.message ?? ""}`);
  const machine = openMachine(options);
  const roots = machine.rootsOf(record.roots);
  const elsewhere = otherRoots(machine, roots);
  const at = place("machine");
  const copy = copyRoots(
    [...roots, ...elsewhere].filter(({ present }) => present),
    at,
    { ...machine, sidecars: record.sidecars ?? [] },
  );
  const session = await playSession(
    installed,
    { ...at, project: copy.cwd },
    { choose: () => undefined, offersTools: true },
  );
  if (!session.listed) return without(describeEnd(session, installed.seconds));
  const added = session.listed.filter(
    ({ name, description }) => !own.some((each) => each.name === name && each.description === description),
  );
  const here = {
    ...machine,
    id: installed.client.id,
    version: record,
    rules: record.roots,
    roots,
    elsewhere,
    title: open.about.title,
  };
  const paths = new Map(
    [...roots, ...elsewhere].flatMap(({ documents, label }) =>
      documents.flatMap(({ file, path }) =>
        file === undefined ? [] : [[file, `${label}/${path}`] as const],
      ),
    ),
  );
  const { compared, disagreements } = compareAnnounced(
    added,
    { skills: diagnose(here), loaded: loadFiles(here), catalog: record.catalog },
    (file) => paths.get(copy.originalOf(file) ?? ""),
  );
  const { names = [] } = options;
  return {
    announced: added.length,
    compared,
    disagreements: disagreements
      .filter(
        ({ name, message }) =>
          names.length === 0 || names.some((each) => name === each || message.includes(`/${each}/`)),
      )
      .map(({ message }) => message),
  };
}

/** The roots of common clients that a client is not known to read, which are copied to see whether it does. */
function otherRoots(machine: Machine, own: readonly MachineRoot[]): readonly MachineRoot[] {
  const known = new Set(own.map(({ real }) => real));
  const all = commonClients(recorded).flatMap(({ version }) =>
    version.roots ? machine.rootsOf(version.roots) : [],
  );
  return Array.from(new Map(all.map((root) => [root.real, root])).values()).filter(
    ({ real }) => !known.has(real),
  );
}

function describeEnd({ ended, status, stderr }: Session, seconds: number): string {
  if (ended === "late") return `it asked the model nothing in ${seconds} seconds`;
  return show(
    `it ended with ${status ?? "a signal"} before it listed skills: ${stderr.trimEnd().split("\n").at(-1) ?? ""}`,
    300,
  );
}

/** What the doctor predicts for one client. */
interface Prediction {
  readonly skills: readonly DoctorSkill[];
  readonly loaded: readonly LoadedFile[];
  readonly catalog: CatalogRules | undefined;
}

interface Comparison {
  /** Number of predictions that were compared. */
  readonly compared: number;
  readonly disagreements: readonly Disagreement[];
}

interface Disagreement {
  readonly name: string;
  /** One sentence, safe to print on a terminal. */
  readonly message: string;
}

/** A skill that the client is predicted to announce. */
interface Expected {
  readonly path: string;
  readonly name: string;
  /** As shown to the model; undefined if the name is shown alone. */
  readonly shown: string | undefined;
}

/**
 * Compares the catalog that a client showed with what was predicted. `pathOf` turns the path of a copy into the one
 * that the doctor names.
 */
function compareAnnounced(
  announced: readonly ListedSkill[],
  { skills, loaded, catalog }: Prediction,
  pathOf: (file: string) => string | undefined,
): Comparison {
  const expected = expectedOf(loaded, catalog);
  const known = skills.filter(({ state }) => state !== "unknown" && state !== "same-file");
  const stateOf = new Map(known.map((skill) => [skill.path, skill]));
  const wanted = expected.filter(({ path }) => isAnnounced(stateOf.get(path)));
  const byName = groupBy(announced, ({ name }) => name);
  const unlisted = Array.from(groupBy(wanted, ({ name }) => name).entries()).flatMap(([name, same]) => {
    const needed = same.some(({ path }) => stateOf.get(path)?.state === "unspecified") ? 1 : same.length;
    const found = byName.get(name)?.length ?? 0;
    const missing = same.slice(0, Math.max(0, needed - found));
    return missing.map(({ path }) => ({ name, message: `${quote(path)} should load, but is not announced` }));
  });
  const listed = announced.flatMap((entry) => {
    const message = judgeEntry(entry, { expected, wanted, known, path: pathOf(entry.path ?? "") });
    return message === undefined ? [] : [{ name: entry.name, message }];
  });
  const others = known.filter(({ path }) => !wanted.some((each) => each.path === path));
  return { compared: wanted.length + others.length, disagreements: [...unlisted, ...listed] };
}

function isAnnounced(skill: DoctorSkill | undefined): boolean {
  return skill !== undefined && ["loads", "differs", "cut", "unspecified"].includes(skill.state);
}

/** What the catalog shows of each skill; those that share the budget are those that are announced. */
function expectedOf(loaded: readonly LoadedFile[], rules: CatalogRules | undefined): readonly Expected[] {
  const visible = loaded.filter(({ load }) => !load.hidden);
  const skills = visible.map(({ load, directory, path }) => toCatalogSkill(load, { directory, path }));
  const shown = rules && new Map(listCatalog(rules, skills).entries.map((each) => [each.skill, each.shown]));
  return visible.map(({ path, load }, at) => ({
    path,
    name: load.name,
    shown: shown ? shown.get(skills[at]!) : skills[at]!.listed,
  }));
}

interface Known {
  readonly expected: readonly Expected[];
  readonly wanted: readonly Expected[];
  readonly known: readonly DoctorSkill[];
  /** The file of the entry, if the catalog shows it. */
  readonly path: string | undefined;
}

/** What is wrong with an entry of the catalog, or nothing. */
function judgeEntry(entry: ListedSkill, { expected, wanted, known, path }: Known): string | undefined {
  const same = expected.filter(({ name }) => name === entry.name);
  const winner =
    path === undefined ? same.find((each) => isShown(each, entry)) : same.find((each) => each.path === path);
  if (winner && !wanted.includes(winner)) return announcedInstead(winner.path, known);
  if (winner) return describeDescription(winner, entry);
  const first = wanted.find(({ name }) => name === entry.name);
  if (first) return describeDescription(first, entry);
  const other = known.find(({ name, path: file }) => file === path || name === entry.name);
  return other
    ? announcedInstead(other.path, known)
    : `${quote(entry.name)} is announced, but was not found here`;
}

function announcedInstead(path: string, known: readonly DoctorSkill[]): string {
  const skill = known.find((each) => each.path === path);
  const why = skill?.reason === undefined ? "" : `: ${show(skill.reason)}`;
  return `${quote(path)} is announced, but should be ${quote(skill?.state ?? "unknown")}${why}`;
}

function isShown({ shown }: Expected, { description }: ListedSkill): boolean {
  return plain(shown ?? "") === plain(description ?? "");
}

function plain(text: string): string {
  return unescapeXml(text).trim();
}

function describeDescription(expected: Expected, entry: ListedSkill): string | undefined {
  if (isShown(expected, entry)) return undefined;
  const [wanted, has] = [plain(expected.shown ?? ""), plain(entry.description ?? "")];
  const amounts =
    wanted.length === has.length
      ? ""
      : `${count(has.length, "character")} of a description are shown instead of ${wanted.length}: `;
  return `${quote(expected.path)}: ${amounts}${quote(has, 60)} instead of ${quote(wanted, 60)}`;
}
