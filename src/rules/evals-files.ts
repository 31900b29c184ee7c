import { nearest } from "../core/nearest.ts";
import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";
import { evalFilesOf, type EvalFile } from "./parts/eval-files.ts";

export default defineRule({
  meta: {
    id: "evals-files",
    category: "evals",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/evaluating-skills#designing-test-cases",
    summary: "Reports an input file of an eval that is not in the skill.",
    why: "The eval runs without its input, and what fails then is the eval and not the skill.",
    remedy: "Name a file that is there, from the skill's root, or add the file.",
    severity: "warning",
    since: "0.1.0",
  },
  *check({ subject: skill }) {
    const files = evalFilesOf(skill);
    if (!files) return;
    const { set, named, there } = files;
    const nearTo = nearestAmong(there);
    for (const file of named) {
      const fault = faultOf(file, there, nearTo);
      if (fault !== undefined)
        yield { file: set.file.path, range: file.node.range, message: fault } satisfies Finding;
    }
  },
});

function faultOf(
  { node, path }: EvalFile,
  there: ReadonlySet<string>,
  nearTo: (path: string) => string | undefined,
): string | undefined {
  const written = quote(node.value);
  if (path.startsWith("/") || /^[a-z]:/i.test(path) || path.startsWith("~"))
    return `${written} is a place on one machine, expected a path from the skill's root`;
  if (path.startsWith("..")) return `${written} leads out of the skill, expected a path from its root`;
  if (there.has(path) || there.has(`evals/${path}`)) return undefined;
  const near = nearTo(path);
  return `${written} names no file of the skill${near === undefined ? "" : `; the nearest is ${quote(near)}`}`;
}

/** Each guess is held against every path of the skill: who has made more slips than this has another mistake to mend. */
const guesses = 20;

/** A file of that name in another folder, or else one whose path differs by a slip. */
function nearestAmong(there: ReadonlySet<string>): (path: string) => string | undefined {
  let left = guesses;
  const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return (path) => {
    if (left-- <= 0) return undefined;
    const name = nameOf(path);
    return Array.from(there).find((other) => nameOf(other) === name) ?? nearest(path, there);
  };
}
