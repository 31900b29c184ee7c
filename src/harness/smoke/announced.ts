import type { CatalogEntry } from "../../model/agent.ts";
import { quote } from "../../core/show.ts";
import type { CheckResult } from "../../model/smoke.ts";
import { escapeHtml } from "../../dialects/python/text.ts";
import { fail, pass } from "./check-result.ts";
import type { Stage } from "./stage.ts";

/** A skill that an agent leaves out is not there for its users, whatever the reason: that is a failure in this agent, in its own words. */
export function announced({ entry, agent, shown, subject }: Stage): CheckResult {
  const warnings = agent.problems.flatMap(({ kind, message }) => (kind === "warned" ? [message] : []));
  if (!entry)
    return fail(
      `it is left out: ${agent.problems.find(({ kind }) => kind === "skipped")?.message ?? "nothing is said of why"}`,
      warnings,
    );
  if (entry.hidden && !subject.hidden)
    return fail("it is hidden from the model, and no field asks for that", warnings);
  const isShown = stands(entry, shown);
  if (entry.hidden)
    return isShown
      ? fail("its fields ask that no model be told of it, and its description is in the prompt", warnings)
      : pass("it is hidden from the model, as its fields ask", warnings);
  if (!isShown)
    return fail(
      `neither the prompt nor a tool holds its name ${quote(entry.name)} with its description`,
      warnings,
    );
  return pass(
    `it is announced as ${quote(entry.name)}`,
    subject.hidden
      ? [...warnings, "its fields ask that no model be told of it, which this agent does not know"]
      : warnings,
  );
}

/** With the description as the agent read it: how it stands in markup, and how its blanks are folded, differs. */
function stands({ name, description }: CatalogEntry, shown: string): boolean {
  const folded = fold(shown);
  return [name, description]
    .map(fold)
    .every((text) =>
      [text, escapeHtml(text), JSON.stringify(text).slice(1, -1)].some((form) => folded.includes(form)),
    );
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
