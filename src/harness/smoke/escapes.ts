import { quote } from "../../core/show.ts";
import { count } from "../../core/sentence.ts";
import type { CheckResult } from "../../model/smoke.ts";
import { fail, pass } from "./check-result.ts";
import type { Stage, Step } from "./stage.ts";

/** Up and out of the skill, by one directory and by all. */
const climbing = ["../SKILL.md", "../../../../../../etc/passwd"];
const absolute = "/etc/passwd";

/** Asks for what no skill may lead to: every way must be refused, with nothing read. */
export async function escapes(stage: Stage): Promise<CheckResult> {
  const { entry, system, subject } = stage;
  if (!entry) return fail("the agent does not have the skill");
  const open: string[] = [];
  const ways = [...climbing, ...subject.linksOut];
  for (const path of ways)
    if (!isRefused(await stage.reply(system.speak.read(entry, path), []))) open.push(path);
  // From no directory at all, so that the path stands alone.
  if (!isRefused(await stage.reply(system.speak.read({ ...entry, path: "" }, absolute), [])))
    open.push(absolute);
  const [first] = open;
  return first === undefined
    ? pass(`${count(ways.length + 1, "way")} out of the skill, each refused`)
    : fail(`${quote(first)} is not refused, which leads out of the skill`);
}

function isRefused({ events, reads }: Step): boolean {
  return (
    reads.length === 0 &&
    events.some(({ kind }) => kind === "refuse") &&
    !events.some(({ kind }) => kind === "resource")
  );
}
