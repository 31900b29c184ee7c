import { quote } from "../../core/show.ts";
import type { CheckResult } from "../../model/smoke.ts";
import { fail, pass } from "./check-result.ts";
import type { Stage, Step } from "./stage.ts";

/** The model calls for the skill by its name; where it is hidden, the person does. */
export async function activate(stage: Stage): Promise<Step | undefined> {
  const { entry, system, agent } = stage;
  if (!entry) return undefined;
  const own = ["SKILL.md"];
  if (entry.hidden) return stage.say(`/${entry.name}`, own);
  await stage.say("Go on.", []);
  return stage.reply(system.speak.activate(entry, agent.request().tools), own);
}

export function activated({ entry }: Stage, { events, content }: Step): CheckResult {
  const loaded = events.find(({ kind }) => kind === "activate");
  const how = entry?.hidden ? "the person's slash command" : "its name";
  if (loaded) return pass(`${how} loads its instructions`, loaded.text === undefined ? [] : [loaded.text]);
  const refused = events.find(({ kind }) => kind === "refuse")?.text;
  return fail(
    `${how} does not load its instructions: ${refused ?? (content === "" ? "nothing is answered" : quote(content))}`,
  );
}
