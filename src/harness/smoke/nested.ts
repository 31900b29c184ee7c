import { count, series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { CheckResult } from "../../model/smoke.ts";
import { pass } from "./check-result.ts";
import type { Stage } from "./stage.ts";

/** How many are told of. */
const told = 3;

/** What a second SKILL.md is to this agent; undefined where there is none. */
export function nested({ subject, agent, entry }: Stage): CheckResult | undefined {
  if (subject.nested.length === 0) return undefined;
  const listed = agent.catalog
    .filter(({ path }) => entry && path.startsWith(`${entry.path}/`))
    .map(({ path }) => path);
  const named = series(subject.nested.slice(0, told).map((file) => quote(file)));
  const rest = subject.nested.length > told ? ` and ${subject.nested.length - told} more` : "";
  return pass(`${count(subject.nested.length, "SKILL.md file")} more inside the skill`, [
    `${named}${rest} ${listed.length > 0 ? "is a skill of its own to this agent" : "is no skill of its own to this agent, but a file of this one"}; other clients list it`,
  ]);
}
