import { SkillsError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import type { Outcome, Report } from "../../model/report.ts";
import type { RootRules } from "../../model/client-roots.ts";
import {
  openMachine,
  type Machine,
  type MachineOptions,
  type MachineRoot,
} from "../../find/machine-roots.ts";
import type { DoctorClient, DoctorData } from "../../model/reports/doctor.ts";
import { now } from "../clock.ts";
import { clients as recorded } from "../../generated/clients.ts";
import { commonClients, newestVersions, type RecordedVersion } from "../../targets/newest-clients.ts";
import { chooseClients } from "../compat/choose-clients.ts";
import { timedReport } from "../timed-report.ts";
import { diagnose } from "./diagnose.ts";

export interface DoctorOptions extends MachineOptions {
  /** Only skills of these names. */
  readonly names?: readonly string[];
  /** "ID", "ID/VARIANT", and either with "@VERSION"; by default the common clients and those with their own roots. */
  readonly clients?: readonly string[];
  /** The clients to examine if none are named, in the same words. */
  readonly shown?: readonly string[];
}

/**
 * Explains which skills on this machine each client loads, and why it does not load the others. The outcome is 2 if it
 * is not known where a named client looks for skills, else 1 if a named client, or without names a shown or common
 * one, fails to load a skill. Throws a SkillsError if a client is unknown, or if there are no skills or none of the
 * names.
 */
export function doctor(options: DoctorOptions): Report<DoctorData, "doctor"> {
  const started = now();
  const { names = [], clients, shown, ...surroundings } = options;
  const machine = openMachine(surroundings);
  const words = clients ?? shown;
  const chosen = words ? chooseClients(words).filter(({ decides }) => decides) : defaultClients(machine);
  // Skills in the directories of niche clients that were not asked for are meant for these clients alone.
  const universe = uniqueRoots([...(words ? chosen : []), ...withRoots(commonClients(recorded))], machine);
  const examined = chosen.map((each) => examine(each, universe, machine));
  if (!examined.some(({ skills }) => skills.length > 0))
    requireSkills([...universe, ...uniqueRoots(chosen, machine)]);
  const selected = names.length === 0 ? examined : selectNames(examined, names);
  const report = timedReport({
    command: "doctor",
    targets: [],
    subjects: [],
    unread: machine.unread,
    started,
    maxWarnings: Infinity,
  });
  const deciding = selected.filter(
    (_each, at) => words !== undefined || chosen[at]!.client.reach === "common",
  );
  return { ...report, outcome: outcomeOf(deciding, clients !== undefined), data: { clients: selected } };
}

function outcomeOf(examined: readonly DoctorClient[], isNamed: boolean): Outcome {
  if (isNamed && examined.some(({ evidence }) => evidence === undefined)) return 2;
  return examined.some(({ skills }) => skills.some(({ fails }) => fails)) ? 1 : 0;
}

/** Without those whose roots are not recorded. */
function withRoots(chosen: readonly RecordedVersion[]): readonly RecordedVersion[] {
  return chosen.filter(({ version }) => version.roots);
}

/** Directories that exist for other reasons than that a particular client is used. */
const shared: readonly string[] = ["skills", ".agents/skills", "~/.agents/skills"];

/** The common clients, and each other client that has a root here which no common client reads. */
function defaultClients(machine: Machine): readonly RecordedVersion[] {
  const others = new Set([
    ...shared,
    ...withRoots(commonClients(recorded)).flatMap(({ version }) => rootsOf(version.roots)),
  ]);
  return withRoots(newestVersions(recorded)).filter(
    ({ client, version }) =>
      client.reach === "common" ||
      machine.rootsOf(version.roots!).some(({ root, present }) => present && !others.has(root)),
  );
}

function rootsOf(rules: RootRules | undefined): readonly string[] {
  return rules ? [...rules.project, ...rules.user] : [];
}

function uniqueRoots(chosen: readonly RecordedVersion[], machine: Machine): readonly MachineRoot[] {
  const roots = chosen.flatMap(({ version }) => (version.roots ? machine.rootsOf(version.roots) : []));
  return Array.from(new Map(roots.map((root) => [root.real, root])).values());
}

function examine(
  { client, version }: RecordedVersion,
  universe: readonly MachineRoot[],
  machine: Machine,
): DoctorClient {
  const rules = version.roots;
  const own = rules ? machine.rootsOf(rules) : [];
  const known = new Set(own.map(({ real }) => real));
  return {
    client: client.id,
    title: client.title,
    ...(version.variant !== undefined && { variant: version.variant }),
    version: version.version,
    ...(rules && { evidence: rules.evidence }),
    roots: own.map(({ label, scope, present }) => ({ path: label, scope, present })),
    notes: rules?.notes ?? [],
    skills: rules
      ? diagnose({
          id: version.variant === undefined ? client.id : `${client.id}/${version.variant}`,
          title: client.title,
          version,
          rules,
          roots: own,
          elsewhere: universe.filter(({ real }) => !known.has(real)),
          read: machine.read,
          readBeside: machine.readBeside,
        })
      : [],
  };
}

function requireSkills(universe: readonly MachineRoot[]): void {
  if (universe.some(({ documents }) => documents.some(({ isOther }) => isOther !== true))) return;
  throw new SkillsError("not-found", "no directory that these clients read contains a skill", {
    hint: "install one with `skills install PATH`",
  });
}

/** Only the skills of these names. Throws a SkillsError ("not-found") for a name that no client finds. */
function selectNames(examined: readonly DoctorClient[], names: readonly string[]): readonly DoctorClient[] {
  const found = new Set(examined.flatMap(({ skills }) => skills.flatMap(namesOf)));
  const missing = names.find((name) => !found.has(name));
  if (missing !== undefined) {
    const similar = nearest(missing, found);
    throw new SkillsError("not-found", `no skill ${quote(missing)} in a directory that these clients read`, {
      hint:
        similar === undefined ? "install it with `skills install PATH`" : `did you mean ${quote(similar)}?`,
    });
  }
  // One client calls a skill by its field, another by its directory.
  const meant = new Set(
    examined.flatMap(({ skills }) =>
      skills.filter((skill) => namesOf(skill).some((name) => names.includes(name))).map(({ path }) => path),
    ),
  );
  return examined.map((client) => ({
    ...client,
    skills: client.skills.filter(({ path }) => meant.has(path)),
  }));
}

/** A skill's name and that of its directory, by which users look for it. */
function namesOf({ name, path: file }: DoctorClient["skills"][number]): readonly string[] {
  return [name, file.split("/").at(-2) ?? name];
}
