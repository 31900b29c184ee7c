import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import {
  type Capability,
  capabilitiesOf,
  compareCapabilities,
} from "../../inventory/compare-capabilities.ts";
import { takeInventory } from "../../inventory/take-inventory.ts";
import type { ClientLoad } from "../../model/client-load.ts";
import { documentName } from "../../model/document-name.ts";
import type { Inventory } from "../../model/inventory.ts";
import type { AllowList } from "../../model/own-rule.ts";
import type { CapabilityList, CapabilityPolicy, Denial, Policy } from "../../model/policy.ts";
import { capabilityKinds } from "../../model/reports/diff.ts";
import type { Skill } from "../../model/skill.ts";
import { nouns as inventoryNouns } from "../../own/checks/amounts.ts";
import { fieldAt } from "../../own/checks/fields.ts";
import { allowance } from "../../own/wildcard.ts";
import { isMedia } from "../../rules/security/parts/media-files.ts";

/** What a list of the inventory lists, for messages. */
const nouns: Readonly<Record<CapabilityList, string>> = {
  ...inventoryNouns,
  automaticCommands: "automatic command",
  executables: "runnable file",
  agentFiles: "agent file",
  paths: "outside path",
  unread: "uninspected file",
};

/** What a policy does not allow in a skill, besides its source and what it has gained. */
export function judgeSkill(policy: Policy, skill: Skill, loads: readonly ClientLoad[]): readonly Denial[] {
  const { licenses, mentioned = false } = policy;
  const inventory = namesLists(policy) ? takeInventory(skill) : undefined;
  return [
    ...(licenses ? judgeLicense(licenses, skill) : []),
    ...(inventory
      ? [
          ...judgeCapabilities(policy, Array.from(capabilitiesOf(inventory).values()), {
            mentioned,
            prefix: "",
          }),
          ...judgeUnlisted(policy, inventory, {
            file: fileOf(skill),
            unread: unreadIn(skill, policy),
            prefix: "",
          }),
        ]
      : []),
    ...judgeLoads(loads, skill),
  ];
}

/** What a policy does not allow a skill to gain over an earlier version; one that did not exist had nothing. */
export function judgeGains(
  { gains, mentioned = false }: Policy,
  before: Skill | undefined,
  after: Skill,
): readonly Denial[] {
  if (!gains) return [];
  const known = new Set(before && unreadIn(before, gains));
  return judgeGained(gains, before && takeInventory(before), takeInventory(after), {
    mentioned,
    file: fileOf(after),
    unread: unreadIn(after, gains).filter((path) => !known.has(path)),
  });
}

/** What a policy does not allow in a plugin, besides its skills. */
export function judgePlugin(policy: Policy, inventory: Inventory): readonly Denial[] {
  if (!namesLists(policy)) return [];
  const { mentioned = false } = policy;
  return [
    ...judgeCapabilities(policy, Array.from(capabilitiesOf(inventory).values()), { mentioned, prefix: "" }),
    ...judgeUnlisted(policy, inventory, {
      file: pluginFile,
      unread: notAllowed(policy, inventory.unread, new Set()),
      prefix: "",
    }),
  ];
}

/** What a policy does not allow a plugin to gain, as of a skill. */
export function judgePluginGains(
  { gains, mentioned = false }: Policy,
  before: Inventory | undefined,
  after: Inventory,
): readonly Denial[] {
  if (!gains) return [];
  const known = new Set(before?.unread.map(({ path }) => path));
  return judgeGained(gains, before, after, {
    mentioned,
    file: pluginFile,
    unread: notAllowed(gains, after.unread, new Set()).filter((path) => !known.has(path)),
  });
}

/** Of a list that was cut in a plugin, whichever of its files is to blame. */
const pluginFile = "plugin.json";

function fileOf({ document }: Skill): string {
  return document?.file ?? documentName;
}

function judgeGained(
  gains: CapabilityPolicy,
  before: Inventory | undefined,
  after: Inventory,
  { mentioned, file, unread }: Omit<Judging, "prefix"> & Omit<Unlisted, "prefix">,
): readonly Denial[] {
  const gained = before
    ? compareCapabilities(before, after).gained.map((change) => ({ ...change, kind: change.new ?? "" }))
    : Array.from(capabilitiesOf(after).values());
  return [
    ...judgeCapabilities(gains, gained, { mentioned, prefix: "gains." }),
    ...judgeUnlisted(gains, after, { file, unread, prefix: "gains." }),
  ];
}

/** Whether a source may be installed. It has several names: its path, and its digests. */
export function judgeSource({ allow, deny = [] }: AllowList, names: readonly string[]): readonly Denial[] {
  const [isAllowed, isNotDenied] = [
    allowance(allow ? { allow } : {}, "sources"),
    allowance({ deny }, "sources"),
  ];
  if (names.every(isNotDenied) && names.some(isAllowed)) return [];
  const [what = ""] = names;
  return [
    {
      rule: "sources",
      what,
      message: `source ${quote(what, 60)} is not allowed`,
      where: { file: documentName },
    },
  ];
}

function namesLists(policy: CapabilityPolicy): boolean {
  return policy.capabilities !== undefined || capabilityKinds.some((list) => policy[list] !== undefined);
}

function judgeLicense(list: AllowList, skill: Skill): readonly Denial[] {
  const file = fileOf(skill);
  const field = fieldAt(skill, ["license"]);
  const license = typeof field?.value === "string" ? field.value.trim() : "";
  if (license === "") {
    // Without an allow list, a license that is not known is not denied.
    if (!list.allow) return [];
    return [
      {
        rule: "licenses",
        what: "",
        message: "the skill has no license; add one that is allowed",
        where: { file },
      },
    ];
  }
  if (allowance(list, "licenses")(license)) return [];
  const range = field?.valueRange;
  return [
    {
      rule: "licenses",
      what: license,
      message: `license ${quote(license, 50)} is not allowed`,
      where: { file, ...(range && { start: range.start, end: range.end }) },
    },
  ];
}

interface Judging {
  readonly mentioned: boolean;
  /** Before the rule: "gains." or nothing. */
  readonly prefix: string;
}

function judgeCapabilities(
  policy: CapabilityPolicy,
  capabilities: readonly Capability[],
  { mentioned, prefix }: Judging,
): readonly Denial[] {
  const { capabilities: kinds } = policy;
  const isKind = kinds && allowance(kinds, "capabilities");
  const judges = new Map(
    capabilityKinds.flatMap((list) => {
      const names = list === "unread" ? undefined : policy[list];
      return names ? [[list, allowance(names, list)] as const] : [];
    }),
  );
  return capabilities.flatMap(({ list, name, kind, place: { file, range } }): readonly Denial[] => {
    if (kind === "mentioned" && !mentioned) return [];
    const rule =
      isKind?.(list) === false ? "capabilities" : judges.get(list)?.(name) === false ? list : undefined;
    if (rule === undefined) return [];
    return [
      {
        rule: `${prefix}${rule}`,
        what: name,
        message: `${prefix === "" ? "" : "new "}${nouns[list]} ${quote(name, 50)} is not allowed`,
        where: { file, ...(range && { start: range.start, end: range.end }) },
      },
    ];
  });
}

interface Unlisted {
  /** Of a list that was cut. */
  readonly file: string;
  /** Paths. */
  readonly unread: readonly string[];
  readonly prefix: string;
}

/** What no list shows: names beyond its limit, and files that could not be read. They may hold anything. */
function judgeUnlisted(
  policy: CapabilityPolicy,
  inventory: Inventory,
  { file, unread, prefix }: Unlisted,
): readonly Denial[] {
  const cut = capabilityKinds.flatMap((list): readonly Denial[] => {
    const omitted = list === "unread" || !(policy.capabilities ?? policy[list]) ? 0 : inventory[list].omitted;
    if (omitted === 0) return [];
    const message = `${count(omitted, `more ${nouns[list]}`)} cannot be judged; split the skill`;
    return [{ rule: `${prefix}${list}`, what: "", message, where: { file } }];
  });
  return [
    ...cut,
    ...unread.map(
      (path): Denial => ({
        rule: `${prefix}unread`,
        what: path,
        message: `${quote(path, 50)} was not read, so it cannot be judged`,
        where: { file: path },
      }),
    ),
  ];
}

/**
 * The files that are denied as they were not read: too large, unreadable or no text, and symlinks that lead out of the
 * skill. The list "unread" says which; without it, all except images and other media, as they may be programs or
 * instructions with anything in them.
 */
function unreadIn({ partial, opaque, files }: Skill, policy: CapabilityPolicy): readonly string[] {
  const runnable = new Set(files.flatMap(({ path, executable }) => (executable ? [path] : [])));
  return notAllowed(
    policy,
    [...partial, ...opaque, ...files.filter(({ link }) => link?.leads === "outside")],
    runnable,
  );
}

function notAllowed(
  policy: CapabilityPolicy,
  unread: readonly { readonly path: string }[],
  runnable: ReadonlySet<string>,
): readonly string[] {
  const isAllowed = policy.unread
    ? allowance(policy.unread, "unread")
    : (path: string) => isMedia(path) && !runnable.has(path);
  return Array.from(new Set(unread.map(({ path }) => path))).filter((path) => !isAllowed(path));
}

function judgeLoads(loads: readonly ClientLoad[], skill: Skill): readonly Denial[] {
  const file = fileOf(skill);
  return loads.flatMap(({ client, title, version, outcome, reasons }): readonly Denial[] => {
    if (outcome === "as-written" || outcome === "differs") return [];
    const why = reasons[0] === undefined ? "" : `: ${quote(reasons[0], 60)}`;
    const message =
      outcome === "unknown"
        ? `it is unknown whether ${title} ${version} loads the skill`
        : `${title} ${version} does not load the skill${why}`;
    return [{ rule: "clients", what: client, message, where: { file } }];
  });
}
