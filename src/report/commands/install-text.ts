import type { InstallData, PluginInstall, RootReader, SkillInstall } from "../../model/reports/install.ts";
import type { SkillUninstall } from "../../model/reports/uninstall.ts";
import type { Inventory } from "../../model/inventory.ts";
import { groupBy } from "../../core/group-by.ts";
import { count, series, seriesAtMost } from "../../core/sentence.ts";
import type { Paint } from "../../model/paint.ts";
import { shownName } from "./page-style.ts";
import { wrap, wrapNamed } from "../drawing/text-wrap.ts";
import { clean, cleanPath } from "../drawing/width.ts";

export interface InstallStyle {
  readonly paint: Paint;
  /** Number of columns at which lines are wrapped. */
  readonly width: number;
  /** The command that starts the program, such as "skills". */
  readonly command: string;
}

/** If there are more skills, each gets one line. */
const shownWhole = 10;

/** Text output: the location, digests and executable files of each skill, and what its text calls and mentions. */
export function installText(
  { root, skills, plugins = [], clients }: InstallData,
  style: InstallStyle,
): string {
  const blocks =
    skills.length > shownWhole
      ? [skills.map((skill) => `${drawHead(skill, style)}  ${skill.contentDigest}`)]
      : skills.map((skill) => drawSkill(skill, style));
  const changed = skills.some(({ status }) => status !== "unchanged");
  const next = changed ? wrap(nextSteps(root, skills, style.command), style.width) : [];
  const readers = changed ? describeReaders(root, clients).flatMap((text) => wrap(text, style.width)) : [];
  const left = plugins.flatMap(describePlugin).flatMap((text) => wrap(text, style.width));
  return [...blocks, left, readers, next]
    .flatMap((lines) => (lines.length > 0 ? [`${lines.join("\n")}\n`] : []))
    .join("\n");
}

/** What the skills of a plugin come without. */
function describePlugin({ path, leftOut, unresolved }: PluginInstall): readonly string[] {
  const byVariable = groupBy(unresolved, ({ variable }) => variable);
  return [
    ...(leftOut.length > 0
      ? [`Not installed from the plugin ${cleanPath(path)}: ${series(leftOut, "and")}.`]
      : []),
    ...Array.from(byVariable, ([variable, files]) => {
      const names = files.map((file) => cleanPath(file.path));
      return `warning: $${variable} is set only in the plugin; used in ${seriesAtMost(names, 8)}`;
    }),
  ];
}

/** Which clients look for skills where these are; empty if nothing is recorded. */
function describeReaders(root: string, clients: readonly RootReader[]): readonly string[] {
  const reading = clients.filter(({ reads }) => reads);
  const [other, ...others] = clients.filter(({ reads }) => !reads);
  const known = `${cleanPath(root)} is read by ${series(reading.map(({ title }) => title))}`;
  if (!other) return reading.length === 0 ? [] : [`${known}.`];
  const names = series(
    [other, ...others].map(({ title }) => title),
    "or",
  );
  const without = reading.length === 0 ? `${cleanPath(root)} is not read by` : `${known}, but not by`;
  return [`${without} ${names}; --client ${other.client} installs where ${other.title} looks.`];
}

function nextSteps(root: string, skills: readonly SkillInstall[], command: string): string {
  const lock = cleanPath(inRoot(root, "skills.lock.json"));
  const listed = skills.length > shownWhole ? [] : skills;
  const calling = listed.find(({ inventory }) => factsOf(inventory).length > 0);
  const inspect = calling
    ? `${command} inspect ${cleanPath(calling.path)} shows where each of these occurs; `
    : "";
  return `No code was run. ${inspect}${command} verify ${lock} checks for later changes.`;
}

/** Text output: the removed skills and their backups. */
export function uninstallText(skills: readonly SkillUninstall[]): string {
  return skills
    .map(
      ({ path, backup, absent }) =>
        `${cleanPath(path)}: ${absent ? "already missing; its lock entry was removed" : backup === undefined ? "removed" : `removed; backup in ${clean(backup)}`}\n`,
    )
    .join("");
}

const words = {
  installed: "installed",
  replaced: "replaced another skill",
  unchanged: "already installed, unchanged",
} as const satisfies Record<SkillInstall["status"], string>;

function drawHead(
  { path, status, changed, backup, source, files, bytes }: SkillInstall,
  { paint }: InstallStyle,
): string {
  const what =
    changed === undefined ? words[status] : "replaced a copy that was modified after it was installed";
  return `${paint.bold(cleanPath(path))}: ${what}${backup === undefined ? "" : `, backup in ${clean(backup)}`}, from ${clean(source, 120)}, ${count(files, "file")}, ${count(bytes, "byte")}`;
}

function drawSkill(skill: SkillInstall, style: InstallStyle): readonly string[] {
  const { contentDigest, archiveDigest, notes, leftOut, inventory } = skill;
  const facts = [
    ...factsOf(inventory),
    ...(leftOut.length > 0 ? [["left out", listOf(leftOut.map(({ path }) => path))] as const] : []),
    ...notes.map(({ message }) => ["note", clean(message)] as const),
  ];
  const rows = [
    ["content", contentDigest] as const,
    ...(archiveDigest === undefined ? [] : [["archive", archiveDigest] as const]),
    ...facts,
  ];
  return [
    ...wrap(drawHead(skill, style), style.width).map((line, at) => (at === 0 ? line : `  ${line}`)),
    ...rows.flatMap((row) => drawRow(row, style)),
  ];
}

const labelWidth = 15;

function drawRow(
  [label, text]: readonly [string, string],
  { paint, width }: InstallStyle,
): readonly string[] {
  return wrapNamed(text, { name: label, column: labelWidth + 2, columns: width, tint: paint.dim });
}

/** The facts from a skill's text, by kind, without empty lists. */
function factsOf(inventory: Inventory): readonly (readonly [string, string])[] {
  const { executables, automaticCommands, programs, hosts, variables, paths, tools, agentFiles, packages } =
    inventory;
  const namesOf = <Kind extends string>(
    { facts }: { readonly facts: readonly { readonly name: string; readonly kind: Kind }[] },
    ...kinds: readonly Kind[]
  ): readonly string[] => [
    ...new Set(facts.flatMap(({ name, kind }) => (kinds.length === 0 || kinds.includes(kind) ? [name] : []))),
  ];
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["runs automatically", namesOf(automaticCommands)],
    ["runnable files", executables.facts.map(({ path }) => path)],
    ["calls", namesOf(programs)],
    ["contacts", namesOf(hosts, "contacted")],
    ["variables", namesOf(variables, "read", "set")],
    ["outside paths", namesOf(paths, "used")],
    ["allowed tools", namesOf(tools)],
    ["agent settings", namesOf(agentFiles, "held", "used")],
    ["packages", namesOf(packages, "installed", "declared", "imported")],
  ];
  return rows.flatMap(([label, names]) => (names.length > 0 ? [[label, listOf(names)] as const] : []));
}

function listOf(names: readonly string[]): string {
  return seriesAtMost(names.map(shownName), 8);
}

function inRoot(root: string, name: string): string {
  return root === "." ? name : `${root}${root.endsWith("/") ? "" : "/"}${name}`;
}
