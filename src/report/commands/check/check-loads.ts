import { groupBy } from "../../../core/group-by.ts";
import { count, grouped } from "../../../core/sentence.ts";
import type { Paint } from "../../../model/paint.ts";
import type { ReporterContext, Subject } from "../../../model/report.ts";
import type { SkillCheck } from "../../../results/check.ts";
import type { ClientLoad } from "../../../results/compat.ts";
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
    const ways = groupBy(
      lost.filter(({ load }) => load.outcome === outcome),
      ({ load, how }) => `${namesOf([load])}\0${how}`,
    );
    const alike = groupBy(ways.values(), (each) =>
      [each[0]!.how, ...each.map(({ skill }) => skill)].join("\0"),
    );
    return Array.from(alike.values(), (clients) => {
      const [first = []] = clients;
      const skills = first.map(({ skill }) => name(byPath.get(skill)!));
      const named = all ? skills : skills.slice(0, shownNames);
      const verb = outcome === "not-loaded" ? "not loaded by" : "differs in";
      const tint = outcome === "not-loaded" ? paint.severity.error : paint.severity.warning;
      const who = namesOf(clients.map((each) => each[0]!.load));
      const text = `${tint(`${verb} ${who}`)}, ${first[0]!.how} (${grouped(skills.length)}): ${named.join(", ")}${named.length < skills.length ? ", …" : ""}`;
      return wrap(text, width - 4).map((line, at) => `${at === 0 ? "  " : "    "}${line}`);
    }).flat();
  });
  const skills = new Set(lost.map(({ skill }) => skill)).size;
  return [
    paint.bold(
      `${grouped(skills)} of ${count(subjects.length, "skill")} ${skills === 1 ? "does" : "do"} not load as written in all common clients`,
    ),
    ...rows,
  ];
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
