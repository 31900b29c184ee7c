import { groupBy } from "../../core/group-by.ts";
import type { Subject } from "../../model/report.ts";
import { nameSubject } from "./text-subject.ts";

/** Short names for skills: the name of the directory if no other of these has it, otherwise the path. */
export function shortNames(subjects: readonly Subject[]): (subject: Pick<Subject, "path">) => string {
  const alike = groupBy(subjects, ({ path }) => lastOf(path));
  return ({ path }) => nameSubject(alike.get(lastOf(path))?.length === 1 ? lastOf(path) : path);
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1) || path;
}
