import { groupBy } from "../../../core/group-by.ts";
import { count, grouped } from "../../../core/sentence.ts";
import { type ClientLoad, isHiddenAsAsked } from "../../../model/client-load.ts";
import type { Paint } from "../../../model/paint.ts";
import {
  type Diagnostic,
  isCounted,
  type ReporterContext,
  type Subject,
  type Verdict,
} from "../../../model/report.ts";
import type { DryPacked, SkillCheck, StageTokens } from "../../../model/reports/check.ts";
import { type CheckTarget, checkTargets, commonIds, isSystem, type Target } from "../../../model/target.ts";
import { uploadIds } from "../../../model/upload.ts";
import { estimateError, inFigures } from "../../../model/token-counter.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import { describeRefusersInShort, isRuleOff } from "../../formats/refusers.ts";
import { shortNames } from "../../formats/short-names.ts";
import { nameSubject } from "../../formats/text-subject.ts";
import { describeListed, describeLoad, describeLoadInShort, keyOf, namesOf } from "../load-words.ts";

/** Width of the longest label, including a gap. */
const labelWidth = 15;

/** Renders everything about one skill except its findings. */
export function drawOne(
  subject: Subject,
  checked: SkillCheck | undefined,
  chosen: readonly Target[],
  { paint, width = Infinity, all = false }: ReporterContext,
): readonly string[] {
  const rows = [
    ...clientRows(checked?.loads ?? [], all, paint),
    ...verdictRows(subject, chosen, paint),
    ...(checked ? [packRow(checked.pack, subject), tokenRow(checked.tokens)] : []),
  ];
  return rows.flatMap(([label, text]) => (text === "" ? [] : drawRow(label, text, width, paint)));
}

type Row = readonly [label: string, text: string];

function verdictRows(subject: Subject, chosen: readonly Target[], { good, severity }: Paint): readonly Row[] {
  const { verdicts } = subject;
  const list = (verdict: Verdict, system: boolean): string => {
    const ids = checkTargets.filter((id) => isSystem(id) === system && verdicts[id] === verdict);
    if (verdict === "accepts") return ids.map(good).join(", ");
    const alike = groupBy(ids, (id) => describeSuppressed(subject, id));
    const open = alike.get("") ?? [];
    const suppressed = Array.from(alike).filter(([reason]) => reason !== "");
    return [
      ...(open.length > 0
        ? [open.map((id) => severity[chosen.includes(id) ? "error" : "warning"](id)).join(", ")]
        : []),
      ...suppressed.map(([reason, names]) => `${names.join(", ")} (${reason})`),
    ].join("; ");
  };
  const known = checkTargets.filter((id) => verdicts[id] !== undefined && !isSystem(id));
  // Then the summary says so.
  const isRefusalSaid = known.every(
    (id) => verdicts[id] !== "refuses" || (chosen.includes(id) && describeSuppressed(subject, id) === ""),
  );
  const isSaid = checkTargets.every(
    (id) => verdicts[id] === undefined || (verdicts[id] === "accepts" && chosen.includes(id)),
  );
  return [
    ["refused by", isRefusalSaid ? "" : list("refuses", false)],
    ["fails in", list("refuses", true)],
    ["accepted by", isSaid ? "" : list("accepts", false)],
    ["runs in", list("accepts", true)],
  ];
}

function packRow(pack: DryPacked | undefined, subject: Subject): Row {
  // An archive with errors is not advertised.
  if (!pack || hasErrors(subject)) return ["packed", ""];
  const { bytes, extension, files, leftOut, contentDigest } = pack;
  return [
    "packed",
    `${count(bytes, "byte")} (.${extension}), ${count(files - 1, "file")} and a manifest${leftOut > 0 ? `, ${grouped(leftOut)} left out` : ""}; ${contentDigest}`,
  ];
}

/** Whether the skill has an error that counts. */
export function hasErrors({ findings }: Subject): boolean {
  return findings.some((finding) => isCounted(finding) && finding.severity === "error");
}

function tokenRow(tokens: StageTokens | undefined): Row {
  if (!tokens) return ["tokens", ""];
  const { counter, entry, body, files, named } = tokens;
  const figures = (amount: number): string => inFigures(amount, counter);
  const read = named > 0 ? `, ${figures(files)} in ${count(named, "referenced file")}` : "";
  return [
    "tokens",
    `${figures(entry)} always in context, ${figures(body)} in the body${read} (${describeError(counter)})`,
  ];
}

/** The error of the estimate, or the name of the tokenizer. */
function describeError(counter: string): string {
  return counter === "estimate" ? estimateError : counter;
}

/** Renders a label with the wrapped text next to it. */
function drawRow(label: string, text: string, width: number, { dim }: Paint): readonly string[] {
  return wrap(text, width - labelWidth - 2).map(
    (line, at) => `  ${at === 0 ? dim(label.padEnd(labelWidth)) : " ".repeat(labelWidth)}${line}`,
  );
}

/** Maximum number of groups, and of skill names per group. */
const shown = { groups: 6, names: 6 };

/** For many skills: renders those that a target refuses, and the totals. */
export function drawMany(
  subjects: readonly Subject[],
  checked: readonly SkillCheck[],
  chosen: readonly Target[],
  context: ReporterContext,
): readonly string[] {
  const { paint, width = Infinity } = context;
  return [
    ...loadersRow(checked, context),
    ...drawClients(checked, subjects, context),
    ...drawRefused(subjects, width, context.all === true, paint),
    ...drawPackTotals(subjects, checked.filter(isForUpload(chosen)), width, paint),
    ...drawTokenTotals(checked, width, paint),
  ];
}

/**
 * One row for each set of refusing targets. Skills that would be refused only for suppressed findings are counted.
 */
function drawRefused(
  subjects: readonly Subject[],
  width: number,
  all: boolean,
  paint: Paint,
): readonly string[] {
  const refused = subjects.filter(({ verdicts }) => Object.values(verdicts).includes("refuses"));
  const open = refused.filter((subject) => openRefusers(subject).length > 0);
  const suppressed = refused.length - open.length;
  const groups = Array.from(
    groupBy(open, (subject) => describeRefusersInShort(openRefusers(subject))),
  ).toSorted(([, a], [, b]) => b.length - a.length);
  const rows = all ? groups : groups.slice(0, shown.groups);
  const name = shortNames(subjects);
  const lines = rows.flatMap(([refusers, members]) => {
    const lead = `${refusers}${members.length > 1 ? ` (${grouped(members.length)})` : ""}`;
    return drawNames(lead, members.map(name), { most: all ? Infinity : shown.names, width });
  });
  const rest = groups.length - rows.length;
  return [
    ...lines,
    ...(rest > 0
      ? [
          paint.dim(
            `  and ${count(rest, "more group")} of targets (--all shows ${rest === 1 ? "it" : "them"})`,
          ),
        ]
      : []),
    ...(suppressed > 0
      ? wrap(
          `${count(suppressed, "skill")} would be refused, but only for findings that are suppressed, in the baseline or of a rule that is off`,
          width - 2,
        ).map((line) => `  ${paint.dim(line)}`)
      : []),
  ];
}

function loadersRow(
  checked: readonly SkillCheck[],
  { paint, width = Infinity, all = false }: ReporterContext,
): readonly string[] {
  const loaders = loadersOfAll(checked, all);
  return loaders === "" ? [] : drawRow("all load in", paint.good(loaders), width, paint);
}

/** Whether an uploader was chosen for a skill, so that it was packed. */
function isForUpload(chosen: readonly Target[]): (skill: SkillCheck) => boolean {
  return ({ targets = chosen }) => uploadIds.some((id) => targets.includes(id));
}

function drawPackTotals(
  subjects: readonly Subject[],
  checked: readonly SkillCheck[],
  width: number,
  paint: Paint,
): readonly string[] {
  const asked = new Set(checked.map(({ skill }) => skill));
  const broken = new Set(
    subjects.filter((subject) => asked.has(subject.path) && hasErrors(subject)).map(({ path }) => path),
  );
  const packs = checked.flatMap(({ skill, pack }) => (pack && !broken.has(skill) ? [pack] : []));
  const unpackable = checked.filter(({ skill, pack }) => !pack && !broken.has(skill)).length;
  const reasons = [
    ...(broken.size > 0 ? [`${grouped(broken.size)} with errors`] : []),
    ...(unpackable > 0 ? [`${grouped(unpackable)} that cannot be packed`] : []),
  ];
  const bytes = packs.reduce((total, pack) => total + pack.bytes, 0);
  const but = reasons.length > 0 ? `; skipped ${reasons.join(" and ")}` : "";
  return packs.length === 0
    ? []
    : drawRow("packed", `${count(packs.length, "archive")}, ${count(bytes, "byte")}${but}`, width, paint);
}

function drawTokenTotals(checked: readonly SkillCheck[], width: number, paint: Paint): readonly string[] {
  const costs = checked.flatMap(({ skill, tokens }) => (tokens ? [{ skill, ...tokens }] : []));
  const [first] = costs;
  if (!first) return [];
  const largest = costs.reduce((most, each) => (most.body >= each.body ? most : each), first);
  const figures = (amount: number): string => inFigures(amount, first.counter);
  const announced = costs.reduce((total, { entry }) => total + entry, 0);
  return drawRow(
    "tokens",
    `${figures(announced)} always in context; largest body ${figures(largest.body)}, in ${nameSubject(largest.skill)} (${describeError(first.counter)})`,
    width,
    paint,
  );
}

/** The targets that refuse a skill because of a finding that counts. Suppressed findings do not change verdicts. */
function openRefusers(subject: Subject): readonly CheckTarget[] {
  return checkTargets.filter(
    (id) => subject.verdicts[id] === "refuses" && describeSuppressed(subject, id) === "",
  );
}

/**
 * A text such as "suppressed: unknown-field" if a target refuses a skill only because of findings that do not count;
 * otherwise empty.
 */
function describeSuppressed(subject: Subject, id: CheckTarget): string {
  if (isRuleOff(subject, id)) return "its rule is off";
  const reasons = reasonsOf(subject, id);
  if (reasons.length === 0 || reasons.some(isCounted)) return "";
  const rules = Array.from(new Set(reasons.map(({ ruleId }) => ruleId))).join(", ");
  return `${reasons.every(({ baselined }) => baselined) ? "in the baseline" : "suppressed"}: ${rules}`;
}

function reasonsOf({ findings }: Subject, id: CheckTarget): readonly Diagnostic[] {
  return findings.filter(({ refusedBy }) => refusedBy.includes(id));
}

/** Maximum number of skill names per row. */
const shownNames = 6;

/** An outcome; "hidden": not listed, as the author asked for; "cut": whole, but not in the list of skills. */
type Shown = ClientLoad["outcome"] | "hidden" | "cut";

function shownAs(load: ClientLoad): Shown {
  if (isHiddenAsAsked(load)) return "hidden";
  return load.outcome === "as-written" && describeListed(load) !== "" ? "cut" : load.outcome;
}

/** What is worth a row of its own if there are many skills, worst first. */
const altered = ["not-loaded", "differs", "cut"] as const;
const verbs = { "not-loaded": "not loaded by", differs: "differs in", cut: "cut in" } as const;

/** What agent clients make of the skill; those with the same reason share a part of the row. */
function clientRows(
  loads: readonly ClientLoad[],
  versions: boolean,
  { good, severity, dim }: Paint,
): readonly (readonly [label: string, text: string])[] {
  const row = (outcome: Shown, tint: (text: string) => string, why: boolean): string => {
    const reasons = groupBy(
      loads.filter((load) => shownAs(load) === outcome && (versions || isNews(load, loads))),
      (load) => (why ? describeLoad(load) || describeListed(load) : ""),
    );
    return Array.from(
      reasons,
      ([reason, same]) => `${tint(namesOf(same, loads, versions))}${reason === "" ? "" : `: ${reason}`}`,
    ).join("; ");
  };
  const hidden = row("hidden", dim, false);
  return [
    [verbs["not-loaded"], row("not-loaded", severity.error, true)],
    [verbs.differs, row("differs", severity.warning, true)],
    [verbs.cut, row("cut", severity.warning, true)],
    ["loads in", row("as-written", good, false)],
    ["hidden in", hidden === "" ? "" : `${hidden}, as asked`],
    ["not known", row("unknown", dim, false)],
  ];
}

/** Of a common client, it is no news that nothing is known, unless clients were named, so that others are missing. */
function isNews({ client, outcome }: ClientLoad, loads: readonly ClientLoad[]): boolean {
  if (outcome !== "unknown") return true;
  return (
    !commonIds.some((id) => id === client) ||
    commonIds.some((id) => loads.every((each) => each.client !== id))
  );
}

/** One row per outcome, reason and set of skills: the clients, then the skills. */
function drawClients(
  checked: readonly SkillCheck[],
  subjects: readonly Subject[],
  { paint, width = Infinity, all = false }: ReporterContext,
): readonly string[] {
  const lost = checked.flatMap(({ skill, loads }) =>
    loads.flatMap((load) =>
      isAltered(load) ? [{ skill, load, how: describeLoadInShort(load) || describeListed(load) }] : [],
    ),
  );
  const asked = checked[0]?.loads ?? [];
  const byPath = new Map(subjects.map((subject) => [subject.path, subject]));
  const name = shortNames(subjects);
  return altered.flatMap((outcome) => {
    const verb = verbs[outcome];
    const tint = outcome === "not-loaded" ? paint.severity.error : paint.severity.warning;
    return alike(lost.filter(({ load }) => shownAs(load) === outcome)).flatMap(({ loads, how, skills }) => {
      const lead = `${tint(`${verb} ${namesOf(loads, asked, all)}`)}, ${how} (${grouped(skills.length)})`;
      const names = skills.map((skill) => name(byPath.get(skill)!));
      return drawNames(lead, names, { most: all ? Infinity : shownNames, width });
    });
  });
}

/** A skill that a client does not load as written, and how. */
interface AlteredLoad {
  readonly skill: string;
  readonly load: ClientLoad;
  readonly how: string;
}

interface AlikeLoads {
  /** One of each client. */
  readonly loads: readonly ClientLoad[];
  readonly how: string;
  readonly skills: readonly string[];
}

/** Groups loads by what happens and to which skills. */
function alike(altered: readonly AlteredLoad[]): readonly AlikeLoads[] {
  const byClient = groupBy(altered, ({ load, how }) => `${keyOf(load)}\0${how}`);
  const ofClients = Array.from(byClient.values(), (same) => {
    const { load, how } = same[0]!;
    return { load, how, skills: same.map(({ skill }) => skill) };
  });
  const bySkills = groupBy(ofClients, ({ how, skills }) => [how, ...skills].join("\0"));
  return Array.from(bySkills.values(), (same) => ({ ...same[0]!, loads: same.map(({ load }) => load) }));
}

/** A row with the first names after its lead, wrapped with a hanging indent. */
function drawNames(
  lead: string,
  names: readonly string[],
  { most, width }: { readonly most: number; readonly width: number },
): readonly string[] {
  const shown = names.slice(0, most);
  const text = `${lead}: ${shown.join(", ")}${shown.length < names.length ? ", …" : ""}`;
  return wrap(text, width - 4).map((line, at) => `${at === 0 ? "  " : "    "}${line}`);
}

/** For many skills: the clients that load each of them as written, or hide it as asked. */
function loadersOfAll(checked: readonly SkillCheck[], versions: boolean): string {
  const loads = groupBy(
    checked.flatMap((skill) => skill.loads),
    keyOf,
  );
  const whole = Array.from(loads.values()).flatMap((same) =>
    same.length === checked.length && !same.some((load) => isAltered(load) || shownAs(load) === "unknown")
      ? same.slice(0, 1)
      : [],
  );
  return namesOf(whole, checked[0]?.loads ?? [], versions);
}

function isAltered(load: ClientLoad): boolean {
  return altered.some((shown) => shown === shownAs(load));
}
