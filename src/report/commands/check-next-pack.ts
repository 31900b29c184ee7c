import { groupBy } from "../../core/group-by.ts";
import type { Report, Subject } from "../../model/report.ts";
import { count } from "../../core/sentence.ts";
import { checkTargets, isSystem } from "../../model/target.ts";
import type { Proposal } from "./check-next.ts";
import { coverPaths, withPaths } from "./check-next-paths.ts";
import type { CheckView } from "./check-text.ts";
import { hasErrors } from "./check-verdicts.ts";

/** Where a project keeps skills for its own agents: those that also stand elsewhere, or that a lock lists, came from there. */
const agentPlaces = /^\.(?:agents|claude|github)\/skills\//;

/** Only what would be packed and used: no copies, nothing that a chosen target refuses or that fails in every system, no two of one name. */
export function proposePack({ subjects, targets }: Report, view: CheckView): readonly Proposal[] {
  if (subjects.some(hasErrors)) return [];
  const packed = new Set(view.checked.flatMap(({ skill, pack }) => (pack ? [skill] : [])));
  const skills = subjects.filter(({ kind }) => kind !== "config");
  const own = skills.filter((subject) => !isCopy(subject, skills, view));
  const sound = own.filter(
    (subject) =>
      packed.has(subject.path) &&
      !targets.some((id) => subject.verdicts[id] === "refuses") &&
      worksSomewhere(subject),
  );
  const names = groupBy(sound, ({ path, name }) => name ?? path);
  const wanted = sound.filter(({ path, name }) => names.get(name ?? path)?.length === 1);
  const paths = wanted.length === 0 ? undefined : coverPaths(wanted, skills, view);
  if (!paths) return [];
  const named = targets.filter((id) => !isSystem(id) && id !== "spec");
  return [
    {
      line: withPaths(`${view.command} pack${named.length > 0 ? ` --target ${named.join(",")}` : ""}`, paths),
      about: wanted.length === 1 ? "makes the archive" : `makes ${count(wanted.length, "archive")}`,
    },
  ];
}

function isCopy({ path, name }: Subject, skills: readonly Subject[], { installed }: CheckView): boolean {
  return (
    agentPlaces.test(path) &&
    (installed.includes(path) ||
      skills.some((other) => other.path !== path && other.name === name && !agentPlaces.test(other.path)))
  );
}

/** Systems are not asked where their controls fail. */
function worksSomewhere({ verdicts }: Subject): boolean {
  const asked = checkTargets.filter((id) => isSystem(id) && verdicts[id] !== undefined);
  return asked.length === 0 || asked.some((id) => verdicts[id] === "accepts");
}
