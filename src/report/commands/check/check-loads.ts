import { groupBy } from "../../../core/group-by.ts";
import { count, grouped } from "../../../core/sentence.ts";
import type { Paint } from "../../../model/paint.ts";
import type { ReporterContext, Subject } from "../../../model/report.ts";
import type { SkillCheck } from "../../../model/reports/check.ts";
import type { ClientLoad } from "../../../model/client-load.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import { describeLoad, describeLoadInShort, namesOf } from "../load-words.ts";
import { shortNames } from "../../formats/short-names.ts";

/** Maximum number of skill names per row. */
const shownNames = 6;

/** An outcome, or "hidden": loaded as written, but not listed, as the author asked for. */
type Shown = ClientLoad["outcome"] | "hidden";

function shownAs({ outcome, effects }: ClientLoad): Shown {
  return outcome === "differs" && effects.every((effect) => effect === "hidden" || effect === "warn")
    ? "hidden"
    : outcome;
}

/** What agent clients make of the skill; those with the same reason share a part of the row. */
export function clientRows(
  loads: readonly ClientLoad[],
  { good, severity, dim }: Paint,
): readonly (readonly [label: string, text: string])[] {
  const row = (outcome: Shown, tint: (text: string) => string, why: boolean): string => {
    const reasons = groupBy(
      loads.filter((load) => shownAs(load) === outcome),
      (load) => (why ? describeLoad(load) : ""),
    );
    return Array.from(
      reasons,
      ([reason, same]) => `${tint(namesOf(same))}${reason === "" ? "" : `: ${reason}`}`,
    ).join("; ");
  };
  return [
    ["not loaded by", row("not-loaded", severity.error, true)],
    ["differs in", row("differs", severity.warning, true)],
    ["loads in", row("as-written", good, false)],
    ["hidden in", row("hidden", dim, false)],
    ["not known", row("unknown", dim, false)],
  ];
}

/** One row per outcome, reason and set of skills: the clients, then the skills. */
export function drawClients(
  checked: readonly SkillCheck[],
  subjects: readonly Subject[],
  { paint, width = Infinity, all = false }: ReporterContext,
): readonly string[] {
  const lost = checked.flatMap(({ skill, loads }) =>
    loads.flatMap((load) => (isAltered(load) ? [{ skill, load, how: describeLoadInShort(load) }] : [])),
  );
  if (lost.length === 0) return [];
  const byPath = new Map(subjects.map((subject) => [subject.path, subject]));
  const name = shortNames(subjects);
  const rows = (["not-loaded", "differs"] as const).flatMap((outcome) => {
    const verb = outcome === "not-loaded" ? "not loaded by" : "differs in";
    const tint = outcome === "not-loaded" ? paint.severity.error : paint.severity.warning;
    return alike(lost.filter(({ load }) => load.outcome === outcome)).flatMap(({ loads, how, skills }) => {
      const lead = `${tint(`${verb} ${namesOf(loads)}`)}, ${how} (${grouped(skills.length)})`;
      const names = skills.map((skill) => name(byPath.get(skill)!));
      return drawNames(lead, names, { most: all ? Infinity : shownNames, width });
    });
  });
  const skills = new Set(lost.map(({ skill }) => skill)).size;
  return [
    paint.bold(
      `${grouped(skills)} of ${count(subjects.length, "skill")} ${skills === 1 ? "does" : "do"} not load as written in all common clients`,
    ),
    ...rows,
  ];
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
  const byClient = groupBy(altered, ({ load, how }) => `${namesOf([load])}\0${how}`);
  const ofClients = Array.from(byClient.values(), (same) => {
    const { load, how } = same[0]!;
    return { load, how, skills: same.map(({ skill }) => skill) };
  });
  const bySkills = groupBy(ofClients, ({ how, skills }) => [how, ...skills].join("\0"));
  return Array.from(bySkills.values(), (same) => ({ ...same[0]!, loads: same.map(({ load }) => load) }));
}

/** A row with the first names after its lead, wrapped with a hanging indent. */
export function drawNames(
  lead: string,
  names: readonly string[],
  { most, width }: { readonly most: number; readonly width: number },
): readonly string[] {
  const shown = names.slice(0, most);
  const text = `${lead}: ${shown.join(", ")}${shown.length < names.length ? ", …" : ""}`;
  return wrap(text, width - 4).map((line, at) => `${at === 0 ? "  " : "    "}${line}`);
}

/** For many skills: the clients that load each of them as written. */
export function loadersOfAll(checked: readonly SkillCheck[]): string {
  const loads = groupBy(
    checked.flatMap((skill) => skill.loads),
    (load) => namesOf([load]),
  );
  return namesOf(
    Array.from(loads.values()).flatMap((same) =>
      same.length === checked.length && same.every((load) => shownAs(load) === "as-written")
        ? same.slice(0, 1)
        : [],
    ),
  );
}

function isAltered(load: ClientLoad): boolean {
  const shown = shownAs(load);
  return shown === "not-loaded" || shown === "differs";
}
